/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import { I18nProvider } from '#i18n/I18nProvider';
import { BoardHeader } from './BoardHeader';

test('the name in the heading keeps its own direction of writing', () => {
  render(
    <I18nProvider>
      <BoardHeader title="مهرجان الصيف 🎉">{null}</BoardHeader>
    </I18nProvider>,
  );
  expect(screen.getByRole('heading').querySelector('bdi')?.textContent).toBe('مهرجان الصيف 🎉');
});
