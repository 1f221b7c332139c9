/** @jest-environment jsdom */
import { languages } from '#i18n/languages';
import { StubNetwork } from '#test/network';
import { agreeOnLanguage } from './accountLanguage';

const ME = 'me';
const HERE = 'America/Lima';
const KEY = 'livelane-told-settings';
const going = () => new AbortController().signal;
/** An account with that language, and the writes to it. */
const account = (language: string, timeZone: string) => {
  const network = new StubNetwork({
    'GET /notifications/settings': { body: { language, timeZone } },
    'PUT /notifications/settings': ({ body }) => ({ body }),
  });
  const reported = () => network.calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
  return { network, reported };
};
const shown = () => document.documentElement.lang;

beforeEach(() => {
  localStorage.clear();
  document.documentElement.lang = 'en-GB';
});

test('a browser that is new to the account takes its language', async () => {
  const { reported } = account('de', 'Europe/Berlin');
  await agreeOnLanguage(ME, 'en-GB', HERE, going());
  expect([shown(), localStorage.getItem('livelane-language'), reported()]).toEqual(['de', 'de', []]);
});

test('also where someone else chose another one, and English', async () => {
  localStorage.setItem(KEY, 'other fr Europe/Paris');
  document.documentElement.lang = 'fr';
  const { reported } = account('en-GB', 'Etc/UTC');
  await agreeOnLanguage(ME, 'fr', HERE, going());
  expect([shown(), reported()]).toEqual(['en-GB', []]);
});

test('an account without a reported language takes the one of the registration', async () => {
  const { reported } = account('en-GB', 'UTC');
  await agreeOnLanguage(ME, 'ja', HERE, going());
  expect(reported()).toEqual([{ language: 'ja', timeZone: HERE }]);
  expect(localStorage.getItem(KEY)).toBe(`me ja ${HERE}`);
});

test('what is chosen here goes to the account, what was chosen elsewhere comes from it', async () => {
  localStorage.setItem(KEY, `${ME} en-GB Europe/Berlin`);
  const { network, reported } = account('en-GB', 'Europe/Berlin');
  await agreeOnLanguage(ME, 'es', HERE, going());
  expect(reported()).toEqual([{ language: 'es', timeZone: HERE }]);
  expect(network.made('GET')).toEqual([]);
  account('fr', 'Europe/Berlin');
  await agreeOnLanguage(ME, 'es', HERE, going());
  expect(shown()).toBe('fr');
});

test('a language of the account whose texts cannot be fetched is not taken for the choice before it', async () => {
  localStorage.setItem(KEY, `${ME} en-GB Europe/Berlin`);
  const { reported } = account('fr', 'Europe/Berlin');
  jest.spyOn(languages.fr, 'load').mockRejectedValueOnce(new Error('offline'));
  await expect(agreeOnLanguage(ME, 'en-GB', HERE, going())).rejects.toThrow('offline');
  await agreeOnLanguage(ME, 'en-GB', HERE, going());
  expect([shown(), reported()]).toEqual(['fr', []]);
});

test('a visit from another time zone ends with the next visit from this one', async () => {
  const { reported } = account('en-GB', 'UTC');
  await agreeOnLanguage(ME, 'en-GB', HERE, going());
  expect(reported()).toEqual([{ language: 'en-GB', timeZone: HERE }]);
  const elsewhere = account('en-GB', 'Pacific/Kiritimati');
  await agreeOnLanguage(ME, 'en-GB', HERE, going());
  expect(elsewhere.reported()).toEqual([{ language: 'en-GB', timeZone: HERE }]);
  const here = account('en-GB', HERE);
  await agreeOnLanguage(ME, 'en-GB', HERE, going());
  expect(here.reported()).toEqual([]);
});

test('a browser in UTC says so by its other name, which tells it from an account that no browser has set', async () => {
  const { reported } = account('en-GB', 'UTC');
  await agreeOnLanguage(ME, 'en-GB', 'UTC', going());
  expect(reported()).toEqual([{ language: 'en-GB', timeZone: 'Etc/UTC' }]);
});

test('who chooses meanwhile is not overruled', async () => {
  const leaving = new AbortController();
  const network = new StubNetwork({
    'GET /notifications/settings': () => {
      leaving.abort();
      return { body: { language: 'de', timeZone: 'Europe/Berlin' } };
    },
  });
  await agreeOnLanguage(ME, 'en-GB', HERE, leaving.signal).catch(() => undefined);
  expect([shown(), network.made('PUT')]).toEqual(['en-GB', []]);
});
