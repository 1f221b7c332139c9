/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { render, screen } from '@testing-library/react';
import { I18nProvider } from '#i18n/I18nProvider';
import { ScriptMissing } from '#lib/lateScript';
import { ErrorBoundary } from './ErrorBoundary';

function Broken({ error }: { error: Error }): never {
  throw error;
}

test.each([
  ['breaks', new Error('a mistake'), 'Something went wrong'],
  [
    'misses a script of its version',
    new ScriptMissing('/assets/a.js'),
    'A new version of Livelane is available',
  ],
])('a screen that %s says so and can be reloaded', (_what, error, title) => {
  jest.spyOn(console, 'error').mockImplementation();
  render(
    <I18nProvider>
      <ErrorBoundary place="/">
        <Broken error={error} />
      </ErrorBoundary>
    </I18nProvider>,
  );
  expect(screen.getByRole('heading', { name: title })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
});
