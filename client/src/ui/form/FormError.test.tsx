/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { enGB } from '#i18n/en-GB';
import { loadLanguage } from '#i18n/languages';
import { NetworkError } from '#lib/api';
import { FormError } from './FormError';

it.each([
  ['en-GB', ': '],
  ['de', ': '],
  ['fr', '\u00a0: '],
  ['ja', '：'],
  ['zh-CN', '：'],
] as const)('%s puts its own colon between what failed and why', async (locale, colon) => {
  const messages = (await loadLanguage(locale))?.messages ?? enGB;
  render(
    <IntlProvider locale={locale} messages={messages}>
      <FormError error={new NetworkError()} label="Name" />
    </IntlProvider>,
  );
  expect(screen.getByRole('alert').textContent).toBe(`Name${colon}${messages.error_network}`);
});
