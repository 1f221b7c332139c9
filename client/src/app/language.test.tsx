/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import { chooseLanguage, startLanguage } from '#i18n/language.store';
import { ada, ids, refusal, StubNetwork, session } from '#test/network';
import { closeApp, openApp } from '#test/open';

afterEach(async () => {
  closeApp();
  await chooseLanguage('en-GB');
  localStorage.clear();
});

const answers = { 'POST /auth/login': { body: session }, 'GET /workspaces/user': { body: [] } };
const { documentElement: html } = document;

const pick = async (user: Awaited<ReturnType<typeof openApp>>['user'], tag: string) =>
  user.selectOptions(screen.getByRole('combobox'), tag);

it('begins in en-GB (specification section 9)', async () => {
  await openApp(new StubNetwork(answers), '/login', { signedIn: false });
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('en-GB');
});

it('is chosen before the sign-in, names the page, and what has been typed stays', async () => {
  const { user } = await openApp(new StubNetwork(answers), '/login', { signedIn: false });
  await user.type(await screen.findByLabelText('Email'), 'ada@');
  await pick(user, 'de');
  expect(await screen.findByRole('heading', { name: 'Willkommen bei Livelane' })).toBeVisible();
  expect(screen.getByLabelText('E-Mail')).toHaveValue('ada@');
  expect(html).toHaveAttribute('lang', 'de');
  expect(html).toHaveAttribute('dir', 'ltr');
  await waitFor(() => expect(document.title).toBe('Anmelden · Livelane'));
});

it('Arabic is written from right to left, MUI included', async () => {
  const { user } = await openApp(new StubNetwork(answers), '/login', { signedIn: false });
  const label = await screen.findByText('Email', { selector: 'label' });
  expect(getComputedStyle(label).left).toBe('0px');
  await pick(user, 'ar');
  expect(await screen.findByRole('heading', { name: 'مرحبًا بك في Livelane' })).toBeVisible();
  expect(html).toHaveAttribute('lang', 'ar');
  expect(html).toHaveAttribute('dir', 'rtl');
  const mirrored = getComputedStyle(screen.getByText('البريد الإلكتروني', { selector: 'label' }));
  expect([mirrored.left, mirrored.right]).toEqual(['', '0px']);
  await pick(user, 'en-GB');
  await waitFor(() => expect(html).toHaveAttribute('dir', 'ltr'));
});

it('is chosen in the profile, where each language is named in itself, and kept in this browser', async () => {
  const { user } = await openApp(new StubNetwork(answers), '/user');
  await user.click(await screen.findByRole('combobox', { name: 'Language' }));
  const names = within(screen.getByRole('listbox')).getAllByRole('option');
  expect(names.map((option) => [option.lang, option.textContent])).toEqual([
    ['en-GB', 'English'],
    ['de', 'Deutsch'],
    ['fr', 'Français'],
    ['es', 'Español'],
    ['pt-BR', 'Português (Brasil)'],
    ['ja', '日本語'],
    ['zh-CN', '简体中文'],
    ['ar', 'العربية'],
  ]);
  await user.click(screen.getByRole('option', { name: 'Français' }));
  expect(await screen.findByRole('heading', { name: 'Vos informations' })).toBeVisible();
  expect(screen.getByText(ada.email)).toBeVisible();

  // For the next start of the page, and for other tabs.
  expect(localStorage.getItem('livelane-language')).toBe('fr');
  localStorage.setItem('livelane-language', 'ja');
  await act(startLanguage);
  expect(html).toHaveAttribute('lang', 'ja');
  localStorage.setItem('livelane-language', 'es');
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'livelane-language', newValue: 'es' }));
  });
  expect(await screen.findByRole('heading', { name: 'Tus datos' })).toBeVisible();
});

it('an unknown tag in the storage changes nothing', async () => {
  localStorage.setItem('livelane-language', 'toString');
  await startLanguage();
  expect(html).toHaveAttribute('lang', 'en-GB');
});

it('the last of two choices wins, even if its script comes first', async () => {
  const first = chooseLanguage('zh-CN');
  const second = chooseLanguage('pt-BR');
  await Promise.all([first, second]);
  expect(html).toHaveAttribute('lang', 'pt-BR');
});

it('a choice whose script comes late is not kept for the next page', async () => {
  const first = chooseLanguage('zh-CN');
  await chooseLanguage('en-GB');
  await first;
  expect([html.lang, localStorage.getItem('livelane-language')]).toEqual(['en-GB', 'en-GB']);
});

it('word of an earlier choice that another tab gets late changes nothing', async () => {
  await chooseLanguage('fr');
  await act(async () => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'livelane-language', newValue: 'en-GB' }));
  });
  expect(html.lang).toBe('fr');
});

describe('what the server refuses (specification section 8)', () => {
  const fields = [
    { path: 'oldPassword', message: 'Old password is wrong' },
    { path: 'newPassword', message: 'A text of a later server' },
  ];
  const refuse = async (language: 'en-GB' | 'de', answer: ReturnType<typeof refusal>) => {
    const network = new StubNetwork({
      ...answers,
      [`GET /users/${ids.ada}/sessions`]: { body: [] },
      [`PUT /users/${ids.ada}`]: answer,
    });
    await chooseLanguage(language);
    const { user } = await openApp(network, '/user');
    await user.type(await screen.findByLabelText(language === 'de' ? 'Nachname' : 'Surname'), 'x');
    await user.click(screen.getByRole('button', { name: language === 'de' ? 'Speichern' : 'Save' }));
    return screen.findByRole('alert');
  };

  it('is shown in the words of the server in en-GB', async () => {
    const alert = await refuse('en-GB', refusal(409, 'Taken, says the server', { code: 'email_taken' }));
    expect(alert).toHaveTextContent('Error updating user: Taken, says the server');
  });

  it('is shown by its code in another language', async () => {
    const alert = await refuse('de', refusal(409, 'Taken, says the server', { code: 'email_taken' }));
    expect(alert).toHaveTextContent('Mit dieser E-Mail-Adresse gibt es schon ein Konto');
  });

  it('names each field in another language, and in the words of the server what it cannot translate', async () => {
    const alert = await refuse('de', refusal(400, 'Two. Wrongs', { code: 'invalid_input', errors: fields }));
    expect(alert).toHaveTextContent('Das alte Passwort ist falsch. A text of a later server');
  });

  it('is shown in the words of the server when the code is of a later server', async () => {
    const alert = await refuse('de', {
      ...refusal(418, 'I am a teapot', { code: 'teapot' }),
      headers: { 'Livelane-Protocol': '3' },
    });
    expect(alert).toHaveTextContent('I am a teapot');
  });
});
