import { afterQuiet, screenIsComing } from './quietMoment';

/** Longer than deferred work waits, in milliseconds. */
const LONG = 3_000;

beforeEach(() => {
  jest.useFakeTimers();
});

test('what can wait is done some time after the screen is there', async () => {
  const run = jest.fn();
  afterQuiet(run);
  await jest.advanceTimersByTimeAsync(1_900);
  expect(run).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(LONG);
  expect(run).toHaveBeenCalledTimes(1);
});

test('a screen that is long on its way is waited for, and so is the next one that comes in its place', async () => {
  const run = jest.fn();
  const pageIsThere = screenIsComing();
  afterQuiet(run);
  await jest.advanceTimersByTimeAsync(4 * LONG);
  pageIsThere();
  await jest.advanceTimersByTimeAsync(500);
  const boardIsThere = screenIsComing();
  await jest.advanceTimersByTimeAsync(4 * LONG);
  boardIsThere();
  await jest.advanceTimersByTimeAsync(1_900);
  expect(run).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(LONG);
  expect(run).toHaveBeenCalledTimes(1);
});

test('what is called off is not done, however often it was put off', async () => {
  const run = jest.fn();
  const isThere = screenIsComing();
  const callOff = afterQuiet(run);
  await jest.advanceTimersByTimeAsync(LONG);
  isThere();
  callOff();
  await jest.advanceTimersByTimeAsync(4 * LONG);
  expect(run).not.toHaveBeenCalled();
});
