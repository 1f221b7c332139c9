import { pino } from 'pino';
import { Periodic } from './periodic';

const PAUSE_MS = 1_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Work that the test ends, run by run. */
function periodicWork() {
  const logged: unknown[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line).msg) });
  const running: Array<{ end(): void; fail(error: Error): void }> = [];
  let begun = 0;
  const work = () => {
    begun++;
    return new Promise<void>((end, fail) => running.push({ end, fail }));
  };
  return {
    logged,
    periodic: new Periodic(work, logger, 'it failed'),
    begun: () => begun,
    end: () => running.shift()?.end(),
    fail: () => running.shift()?.fail(new Error('no')),
  };
}

const pause = () => jest.advanceTimersByTimeAsync(PAUSE_MS);

test('runs again a pause after each run, never twice at once', async () => {
  const { periodic, begun, end } = periodicWork();
  periodic.start(PAUSE_MS);
  expect(begun()).toBe(0);
  await pause();
  await pause();
  expect(begun()).toBe(1);
  end();
  await pause();
  expect(begun()).toBe(2);
});

test('runs early for the first time if told so, and whenever it is asked to', async () => {
  const { periodic, begun, end } = periodicWork();
  periodic.start(PAUSE_MS, 0);
  await jest.advanceTimersByTimeAsync(0);
  expect(begun()).toBe(1);
  const joined = periodic.run();
  end();
  await joined;
  expect(begun()).toBe(1);
  const asked = periodic.run();
  expect(begun()).toBe(2);
  end();
  await asked;
});

test('logs a failure and runs again', async () => {
  const { periodic, begun, fail, logged } = periodicWork();
  periodic.start(PAUSE_MS);
  await pause();
  fail();
  await pause();
  expect([begun(), logged]).toEqual([2, ['it failed']]);
});

test('stops once the running work has ended, and begins none after that', async () => {
  const { periodic, begun, end } = periodicWork();
  periodic.start(PAUSE_MS);
  await pause();
  let isStopped = false;
  const stopped = periodic.stop().then(() => {
    isStopped = true;
  });
  await pause();
  expect(isStopped).toBe(false);
  end();
  await stopped;
  await periodic.run();
  await pause();
  expect([begun(), jest.getTimerCount()]).toEqual([1, 0]);
});
