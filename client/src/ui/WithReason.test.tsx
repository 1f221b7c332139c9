/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { WithReason } from './WithReason';

const REASON = 'The last owner can neither leave nor be given a lower role';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const passLong = () => act(() => jest.advanceTimersByTime(1_000));

function show(reason: string | null) {
  render(
    <WithReason reason={reason} hint="Remove Ada">
      {(describedBy) => (
        <button type="button" disabled={reason !== null} aria-describedby={describedBy}>
          Remove
        </button>
      )}
    </WithReason>,
  );
  return screen.getByRole('button').parentElement as HTMLElement;
}

/** What a browser tells of a tap. */
function tap(element: HTMLElement) {
  const finger = { pointerType: 'touch' };
  fireEvent.pointerEnter(element, finger);
  fireEvent.pointerDown(element, finger);
  fireEvent.pointerUp(element, finger);
  fireEvent.pointerLeave(element, finger);
  fireEvent.click(element);
}

it('tells a finger why a control is disabled, until it taps elsewhere', () => {
  tap(show(REASON));
  passLong();
  expect(screen.getByRole('tooltip')).toHaveTextContent(REASON);
  fireEvent.pointerDown(document.body, { pointerType: 'touch' });
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

it('tells the keyboard, which does not get to a disabled control', async () => {
  const box = show(REASON);
  await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).tab();
  expect(box).toHaveFocus();
  expect(box).toHaveAccessibleName(REASON);
  expect(screen.getByRole('tooltip')).toHaveTextContent(REASON);
});

it('is no stop of its own where the control can be used, and no tap opens the hint', async () => {
  const box = show(null);
  tap(box);
  passLong();
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).tab();
  expect(screen.getByRole('button')).toHaveFocus();
});
