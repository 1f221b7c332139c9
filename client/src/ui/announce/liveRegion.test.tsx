/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, render, screen } from '@testing-library/react';
import { AppDialog } from '../dialog/AppDialog';
import { announce } from './announce';
import { LiveRegion } from './LiveRegion';

jest.useFakeTimers();

const view = (...open: string[]) => (
  <>
    <LiveRegion />
    {['Task', 'Move'].map((title) => (
      <AppDialog key={title} open={open.includes(title)} isInstant title={title} onClose={() => undefined}>
        <input aria-label={title} />
      </AppDialog>
    ))}
  </>
);
/** The text for screen readers: `getByRole` leaves out elements that are hidden from them. */
const spoken = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

it('what is announced is spoken in whatever dialog is on top', () => {
  const { rerender } = render(view());
  const says = (sentence: string, ...open: string[]) => {
    rerender(view(...open));
    pass(5_000);
    expect(spoken()).not.toContain(sentence);
    act(() => announce(sentence));
    expect(spoken()).toBe(sentence);
    pass(5_000);
  };
  says('One');
  says('Two', 'Task');
  says('Three', 'Task', 'Move');
  says('Four', 'Task');
  says('Five');
});

it('what is announced while a dialog closes is spoken after it, once', () => {
  const { rerender } = render(view('Move'));
  pass(5_000);
  act(() => announce('Before'));
  rerender(view());
  act(() => announce('Moved'));
  pass(500);
  expect(spoken()).toBe('Moved');
  pass(5_000);
  rerender(view('Task'));
  pass(5_000);
  expect(spoken()).toBe('');
});
