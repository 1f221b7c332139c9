import { type Retry, RetryLanes } from './retryLanes';

/** Lanes with attempts and clock controlled by the test. @param random as `Math.random` answers */
function setUp(random = 1) {
  const begun: string[] = [];
  const repeated: boolean[] = [];
  const ended: string[] = [];
  const underWay: Array<(retry: Retry | null) => void> = [];
  const timers: Array<{ run: () => void; ms: number }> = [];
  const lanes = new RetryLanes({
    setTimer: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
    random: () => random,
  });
  return {
    lanes,
    begun,
    repeated,
    ended,
    timers,
    add(name: string, lane = 'a lane') {
      lanes.add(lane, async (isRepeated, isOver) => {
        begun.push(name);
        repeated.push(isRepeated);
        const retry = await new Promise<Retry | null>((resolve) => underWay.push(resolve));
        if (!retry && !isOver()) ended.push(name);
        return retry;
      });
    },
    async answer(retry: Retry | null) {
      underWay.shift()?.(retry);
      await new Promise(process.nextTick);
    },
    fire() {
      timers.shift()?.run();
    },
  };
}

const DONE = null;
const RETRY: Retry = {};

test('R18 changes of one project are sent one after another, in order', async () => {
  const { add, begun, ended, answer } = setUp();
  add('first');
  add('second');
  expect(begun).toEqual(['first']);
  await answer(DONE);
  expect(begun).toEqual(['first', 'second']);
  await answer(DONE);
  expect(ended).toEqual(['first', 'second']);
});

test('R18 another project does not wait', () => {
  const { add, begun } = setUp();
  add('first');
  add('second', 'another lane');
  expect(begun).toEqual(['first', 'second']);
});

test.each([
  ['soonest', 0, [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
  ['latest', 1, [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
])(
  'R18 what the network swallows is sent again after 1 to 30 s, at the %s',
  async (_when, random, expected) => {
    const { add, begun, repeated, timers, answer, fire, ended } = setUp(random);
    add('only');
    const pauses: number[] = [];
    for (let n = 0; n < expected.length; n++) {
      await answer(RETRY);
      pauses.push(timers[0]?.ms ?? 0);
      fire();
    }
    expect(pauses).toEqual(expected);
    await answer(DONE);
    expect(new Set(begun)).toEqual(new Set(['only']));
    expect(repeated).toEqual([false, ...Array(expected.length).fill(true)]);
    expect(ended).toEqual(['only']);
  },
);

test('R18 the server’s Retry-After is respected', async () => {
  const { add, timers, answer } = setUp();
  add('only');
  await answer({ afterMs: 20_000 });
  expect(timers.map((timer) => timer.ms)).toEqual([20_000]);
});

test('R18 when the network is back nothing waits any longer', async () => {
  const { lanes, add, begun, timers, answer } = setUp();
  add('only');
  await answer(RETRY);
  lanes.wake();
  expect(timers).toEqual([]);
  expect(begun).toHaveLength(2);
});

test('R7 what begins again counts once, by its last attempt', async () => {
  const { lanes, add, begun, repeated, ended, answer } = setUp();
  add('first');
  add('second');
  lanes.startOver();
  expect([begun, repeated]).toEqual([
    ['first', 'first'],
    [false, true],
  ]);
  await answer(DONE);
  expect([begun.length, ended]).toEqual([2, []]);
  await answer(DONE);
  expect([begun.at(-1), ended]).toEqual(['second', ['first']]);
});
