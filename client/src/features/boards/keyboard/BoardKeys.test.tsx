/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { enGB } from '#i18n/en-GB';
import { loadLanguage } from '#i18n/languages';
import BoardKeys from './BoardKeys';

const COMMON = ['↑', '↓', '←', '→', '/', '?', 'A … Z'];

it.each([
  ['en-GB', ['Ctrl+K', 'Shift+↑', 'Space', 'Enter', 'Del', 'Ctrl+Enter', 'Esc']],
  ['de', ['Strg+K', 'Umschalt+↑', 'Leertaste', 'Eingabe', 'Entf', 'Strg+Eingabe', 'Esc']],
  ['fr', ['Ctrl+K', 'Maj+↑', 'Espace', 'Entrée', 'Suppr', 'Ctrl+Entrée', 'Échap']],
] as const)('names keys as keyboards of %s do', async (locale, names) => {
  const messages = (await loadLanguage(locale))?.messages ?? enGB;
  render(
    <IntlProvider locale={locale} messages={messages}>
      <BoardKeys onClose={() => undefined} />
    </IntlProvider>,
  );
  const keys = [...(await screen.findByRole('dialog')).querySelectorAll('kbd')].map(
    ({ textContent }) => textContent,
  );
  expect(keys).toEqual(expect.arrayContaining([...COMMON, ...names]));
});
