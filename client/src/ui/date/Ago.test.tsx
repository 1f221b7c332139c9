/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Ago } from './Ago';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => jest.restoreAllMocks());

test.each([
  ['2026-03-10T12:00:05.000Z', 'this minute'],
  ['2026-03-10T11:59:01.000Z', 'this minute'],
  ['2026-03-10T11:30:00.000Z', '30 minutes ago'],
  ['2026-03-10T11:00:00.000Z', '1 hour ago'],
  ['2026-03-09T12:00:00.000Z', 'yesterday'],
  ['2026-03-04T12:00:00.000Z', '6 days ago'],
  ['2026-03-03T12:00:00.000Z', '3 Mar 2026'],
])('%s is shown as %s', (at, shown) => {
  render(
    <IntlProvider locale="en-GB" timeZone="UTC">
      <Ago at={at} />
    </IntlProvider>,
  );
  expect(screen.getByText(shown).getAttribute('datetime')).toBe(at);
});
