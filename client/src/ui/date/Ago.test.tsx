/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Ago } from './Ago';

/** A time of the reader's clock in ISO 8601. */
const iso = (local: string) => new Date(local).toISOString();
const NOW = Date.parse('2026-03-10T12:00:00');
beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => jest.useRealTimers());

test.each([
  ['2026-03-10T12:00:05', 'this minute'],
  ['2026-03-10T11:59:01', 'this minute'],
  ['2026-03-10T11:30:00', '30 minutes ago'],
  ['2026-03-10T11:00:00', '1 hour ago'],
  ['2026-03-09T12:01:00', '23 hours ago'],
  ['2026-03-09T12:00:00', 'yesterday'],
  ['2026-03-09T00:30:00', 'yesterday'],
  ['2026-03-08T23:30:00', '2 days ago'],
  ['2026-03-04T12:00:00', '6 days ago'],
  ['2026-03-04T00:30:00', '6 days ago'],
  ['2026-03-03T23:30:00', '3 Mar 2026'],
  ['2026-03-03T12:00:00', '3 Mar 2026'],
])('%s is shown as %s', (local, shown) => {
  const at = iso(local);
  render(
    <IntlProvider locale="en-GB">
      <Ago at={at} />
    </IntlProvider>,
  );
  expect(screen.getByText(shown).getAttribute('datetime')).toBe(at);
});

it('grows older while it is shown, from minutes to hours', () => {
  render(
    <IntlProvider locale="en-GB">
      <Ago at={iso('2026-03-10T11:59:58')} />
    </IntlProvider>,
  );
  const shown = screen.getByText('this minute');
  act(() => jest.advanceTimersByTime(3 * 60_000));
  expect(shown.textContent).toBe('3 minutes ago');
  act(() => jest.advanceTimersByTime(60 * 60_000));
  expect(shown.textContent).toBe('1 hour ago');
});
