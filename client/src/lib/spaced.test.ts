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

test('a few hints in a row run a second after each other, however long they go on', () => {
  const run = jest.fn();
  const hint = spaced(run);
  for (let second = 0; second < 20; second++) {
    hint();
    hint();
    jest.advanceTimersByTime(1_000);
  }
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(20);
});

test('R32 hints without end run ever less often, and as before once they have ended', () => {
  const run = jest.fn();
  const hint = spaced(run);
  const hintFor = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20) {
      hint();
      jest.advanceTimersByTime(20);
    }
  };
  hintFor(60_000);
  // After 1, 2 and 4 seconds, then each 8.
  expect(run.mock.calls.length).toBeLessThanOrEqual(11);
  jest.advanceTimersByTime(20_000);
  run.mockClear();
  hint();
  hint();
  jest.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(2);
});
