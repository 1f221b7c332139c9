/** @jest-environment jsdom */
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { I18nProvider } from '#i18n/I18nProvider';
import { type Language, loadLanguage } from '#i18n/languages';
import { ApiError, NetworkError } from '#lib/api';
import { useErrorText } from './useErrorText';

const answer = (message: string) => new ApiError(400, 'invalid_input', message, [], undefined, undefined);

it.each<[string, unknown, string | null]>([
  ['the server’s message', answer('This name is taken'), 'This name is taken'],
  ['the general one where the server says nothing', answer(''), 'An unexpected error occurred.'],
  ['the general one for what is no answer', new TypeError('x is undefined'), 'An unexpected error occurred.'],
  [
    'that of the network without a connection',
    new NetworkError(),
    'The server cannot be reached. Check your connection and try again.',
  ],
  ['none without an error', null, null],
])('section 8: an error’s text is %s', (_name, error, text) => {
  expect(renderHook(() => useErrorText(error), { wrapper: I18nProvider }).result.current).toBe(text);
});

/** The text of a refusal in a language, and the texts of that language. */
async function textIn(locale: Language, refusal: ApiError) {
  const { messages = {} } = (await loadLanguage(locale)) ?? {};
  const wrapper = ({ children }: { children: ReactNode }) => (
    <IntlProvider locale={locale} messages={messages}>
      {children}
    </IntlProvider>
  );
  return { text: renderHook(() => useErrorText(refusal), { wrapper }).result.current, messages };
}

it('an input that is wrong in no field of its own has the language’s text', async () => {
  expect((await textIn('de', answer('Invalid input'))).text).toBe('Ungültige Eingabe');
});

it('a change that was not saved keeps no fields: its complaint is told by the message', async () => {
  const { text, messages } = await textIn('de', answer('First name is required'));
  expect(text).toBe(messages.input_required_first_name);
});

it.each([
  ['de', '{name}. {password}'],
  ['ja', '{name}。{password}'],
  ['zh-CN', '{name}。{password}'],
] as const)(
  'complaints are joined by the full stop of the language, each once: %s',
  async (locale, joined) => {
    const complaints = ['First name is required', 'Password is required', 'First name is required'];
    const errors = complaints.map((message) => ({ path: 'field', message }));
    const refusal = new ApiError(400, 'invalid_input', complaints.join('. '), errors, undefined, undefined);
    const { text, messages } = await textIn(locale, refusal);
    expect(text).toBe(
      joined
        .replace('{name}', String(messages.input_required_first_name))
        .replace('{password}', String(messages.input_required_password)),
    );
  },
);
