/** @jest-environment jsdom */
import { renderHook } from '@testing-library/react';
import { I18nProvider } from './I18nProvider';
import { useT } from './useT';

it('sets a name that is written from right to left apart from the sentence around it', () => {
  const { result } = renderHook(useT, { wrapper: I18nProvider });
  const sentence = (project: string) => result.current('start_people', { project });
  expect(sentence('مهرجان الصيف 🎉')).toBe('Invite people to “\u2068مهرجان الصيف 🎉\u2069”');
  expect(sentence('Checkout')).toBe('Invite people to “Checkout”');
});
