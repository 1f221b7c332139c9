/** @jest-environment jsdom */

import { chooseLanguage } from '#i18n/language.store';
import { getSession, isLeavingSession, setSession, subscribeSession } from '#lib/session';
import { ada, ids, refusal, StubNetwork, session, token } from '#test/network';
import { login, logout } from './auth.api';

const bob = { token: token('bob'), user: { ...ada, id: ids.bob } };
const input = { email: 'bob@example.org', password: 'their password' };

afterEach(async () => {
  setSession(null);
  await chooseLanguage('en-GB');
  localStorage.clear();
});

/** Ada logs out, and the server does not answer that. */
async function leaveUnanswered(): Promise<StubNetwork> {
  const network = new StubNetwork({
    'POST /auth/login': { body: bob },
    'POST /auth/logout': refusal(503, 'Later'),
  });
  setSession(session);
  await logout();
  expect(isLeavingSession()).toBe(true);
  network.calls.length = 0;
  return network;
}

test('whoever signs in first ends the session of someone whose logout was not answered', async () => {
  const network = await leaveUnanswered();
  network.answer({ 'POST /auth/logout': { status: 204 } });
  await login(input);
  expect(network.made()).toEqual(['POST /auth/logout', 'POST /auth/login']);
  expect(getSession().user?.id).toBe(ids.bob);
});

test('they sign in all the same when that is not answered either, within the time for an answer', async () => {
  const network = await leaveUnanswered();
  const waited = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(waited.signal);
  const answering = globalThis.fetch;
  globalThis.fetch = (url, init) =>
    init?.signal
      ? new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(waited.signal.reason)))
      : answering(url, init);
  const signedIn = login(input);
  waited.abort();
  await signedIn;
  expect(network.made()).toEqual(['POST /auth/login']);
  expect(getSession().user?.id).toBe(ids.bob);
});

test('nobody else waits for a logout', async () => {
  const network = new StubNetwork({ 'POST /auth/login': { body: bob } });
  await login(input);
  expect(network.made()).toEqual(['POST /auth/login']);
});

describe('the language of the account', () => {
  /** The language on the screen at the moment when there is a session. */
  async function languageAtStart(): Promise<string> {
    new StubNetwork({ 'POST /auth/login': { body: { ...bob, language: 'ar' } } });
    const shown = new Promise<string>((resolve) => {
      const stop = subscribeSession(() => {
        stop();
        resolve(document.documentElement.lang);
      });
    });
    await login(input);
    return shown;
  }

  test('is on the first screen in a browser that is new to the account', async () => {
    expect(await languageAtStart()).toBe('ar');
  });

  test('also where somebody else has chosen another one', async () => {
    await chooseLanguage('fr');
    localStorage.setItem('livelane-told-settings', `${ids.ada} fr Europe/Paris`);
    expect(await languageAtStart()).toBe('ar');
  });

  test('gives way to the one that its user has chosen here since they were here last', async () => {
    await chooseLanguage('de');
    localStorage.setItem('livelane-told-settings', `${ids.bob} ar Africa/Cairo`);
    expect(await languageAtStart()).toBe('de');
  });
});
