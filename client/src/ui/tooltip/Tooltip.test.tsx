/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tooltip } from './Tooltip';

const show = (props: Partial<Parameters<typeof Tooltip>[0]> = {}) => {
  render(
    <Tooltip title="Read again" {...props}>
      <button type="button">x</button>
    </Tooltip>,
  );
  return screen.getByRole('button');
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const tip = () => screen.queryByRole('tooltip');
const passLong = () => act(() => jest.advanceTimersByTime(1_000));

it('gives its child a name, or a description beside the name', () => {
  expect(show()).toHaveAccessibleName('Read again');
  cleanup();
  const described = show({ describeChild: true });
  expect(described).toHaveAccessibleName('x');
  expect(described).toHaveAttribute('aria-description', 'Read again');
});

it('WCAG 1.4.13: stays while the pointer is on it, and goes after it has left', async () => {
  const mouse = user();
  await mouse.hover(show());
  passLong();
  await mouse.hover(tip() as HTMLElement);
  passLong();
  expect(tip()).toHaveTextContent('Read again');
  await mouse.unhover(tip() as HTMLElement);
  passLong();
  expect(tip()).not.toBeInTheDocument();
});

it('WCAG 1.4.13: goes by Escape, and does not come for a pointer that only passes', async () => {
  const mouse = user();
  const button = show();
  await mouse.hover(button);
  await mouse.unhover(button);
  passLong();
  expect(tip()).not.toBeInTheDocument();
  await mouse.hover(button);
  passLong();
  expect(tip()).toBeInTheDocument();
  await mouse.keyboard('{Escape}');
  expect(tip()).not.toBeInTheDocument();
});

it('does not come over what a quick press has opened', async () => {
  const button = show();
  await user().hover(button);
  fireEvent.pointerDown(button);
  passLong();
  expect(tip()).not.toBeInTheDocument();
});

it('comes at once by the keyboard, and goes with the focus', async () => {
  const keys = user();
  show();
  await keys.tab();
  expect(tip()).toBeInTheDocument();
  await keys.tab();
  passLong();
  expect(tip()).not.toBeInTheDocument();
});
