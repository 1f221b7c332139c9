/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Ago } from './Ago';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => jest.useRealTimers());

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

it('grows older while it is shown, from minutes to hours', () => {
  render(
    <IntlProvider locale="en-GB" timeZone="UTC">
      <Ago at="2026-03-10T11:59:58.000Z" />
    </IntlProvider>,
  );
  const shown = screen.getByText('this minute');
  act(() => jest.advanceTimersByTime(3 * 60_000));
  expect(shown.textContent).toBe('3 minutes ago');
  act(() => jest.advanceTimersByTime(60 * 60_000));
  expect(shown.textContent).toBe('1 hour ago');
});
