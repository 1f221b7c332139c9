/** @jest-environment jsdom */
import { renderHook } from '@testing-library/react';
import { I18nProvider } from '#i18n/I18nProvider';
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
