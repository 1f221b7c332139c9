/** @jest-environment jsdom */
import { spaced } from './spaced';

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => jest.useRealTimers());

test('R32 the first hint runs at once, and all that come in the pause after it run as one', () => {
  const run = jest.fn();
  const hint = spaced(run);
  for (let times = 0; times < 50; times++) hint();
  expect(run).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(60_000);
  expect(run).toHaveBeenCalledTimes(2);
  hint();
  expect(run).toHaveBeenCalledTimes(3);
});

test('R32 hints without end run about once a second', () => {
  const run = jest.fn();
  const hint = spaced(run);
  for (let passed = 0; passed < 60_000; passed += 20) {
    hint();
    jest.advanceTimersByTime(20);
  }
  expect(run.mock.calls.length).toBeLessThanOrEqual(61);
});
