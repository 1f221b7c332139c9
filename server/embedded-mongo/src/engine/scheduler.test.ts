import { startTestEngine } from '../../test/support/engine';
import type { Engine } from './engine';
import type { Task } from './scheduler';
import { Pace, type Steps } from './steps';

let engine: Engine;
let close: () => Promise<void>;
let events: string[];

const KEY_SPACE = 9;
const keyOf = (name: string): Buffer => Buffer.concat([Buffer.from([KEY_SPACE]), Buffer.from(name)]);
const isThere = (name: string): boolean => engine.store.get(keyOf(name)) !== undefined;

beforeEach(() => {
  ({ engine, close } = startTestEngine());
  events = [];
  const transaction = engine.store.transaction.bind(engine.store);
  jest.spyOn(engine.store, 'transaction').mockImplementation((run) => {
    transaction(run);
    events.push('commit');
  });
});
afterEach(() => close());

/** A command that writes one key in each of its steps, and then perhaps fails. */
function writer(names: string[], failure?: Error): Task {
  return {
    writes: true,
    isAwaited: true,
    isRepeatable: false,
    pace: new Pace(true),
    *start(): Steps<Uint8Array> {
      for (const [index, name] of names.entries()) {
        if (index > 0) yield;
        engine.store.insert(keyOf(name), Buffer.from(name));
      }
      if (failure) throw failure;
      return Buffer.alloc(0);
    },
    done: () => void events.push(`reply ${names.at(-1)}`),
    failed: (error) => void events.push(`failed ${(error as Error).message}`),
  };
}

it('commits what arrives together once, and replies only afterwards', async () => {
  for (const name of ['a', 'b', 'c']) engine.scheduler.submit(writer([name]));
  await engine.scheduler.idle();
  expect(events).toEqual(['commit', 'reply a', 'reply b', 'reply c']);
});

it('takes back the writes of a command that fails, and only those', async () => {
  engine.scheduler.submit(writer(['a']));
  engine.scheduler.submit(writer(['b'], new Error('on purpose')));
  engine.scheduler.submit(writer(['c']));
  await engine.scheduler.idle();
  expect(events).toEqual(['commit', 'reply a', 'failed on purpose', 'reply c']);
  expect([isThere('a'), isThere('b'), isThere('c')]).toEqual([true, false, true]);
});

/** A command that reads one key. */
function reader(name: string, isRepeatable: boolean): Task {
  return {
    writes: false,
    isAwaited: true,
    isRepeatable,
    pace: new Pace(false),
    // biome-ignore lint/correctness/useYield: one step is all it takes
    *start(): Steps<Uint8Array> {
      return engine.store.get(keyOf(name)) ?? Buffer.from('nothing');
    },
    done: (reply) => void events.push(`read ${Buffer.from(reply)}`),
    failed: (error) => void events.push(`failed ${(error as Error).message}`),
  };
}

it('lets new commands in between the steps of a long one', async () => {
  engine.scheduler.submit(writer(['1', '2', '3', '4']));
  await new Promise((resolve) => setImmediate(resolve));
  engine.scheduler.submit(writer(['new']));
  await engine.scheduler.idle();
  expect(events.indexOf('reply new')).toBeLessThan(events.indexOf('reply 4'));
});

it.each(['before it begins', 'at its end'])(
  'tells every command that its transaction failed %s, but those that only read',
  async (when) => {
    const transaction = jest.mocked(engine.store.transaction);
    const real = transaction.getMockImplementation() as (run: () => void) => void;
    transaction.mockImplementationOnce((run) => {
      const fail = (): never => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      };
      if (when === 'before it begins') fail();
      real(() => {
        run();
        fail();
      });
    });
    engine.scheduler.submit(writer(['a']));
    engine.scheduler.submit(writer(['b']));
    engine.scheduler.submit(reader('b', true));
    engine.scheduler.submit(reader('b', false));
    await engine.scheduler.idle();
    const message = expect.stringMatching(/^failed nothing was written to .*: the disk is full$/);
    expect(events).toEqual([message, message, 'read nothing', message]);
    expect([isThere('a'), isThere('b')]).toEqual([false, false]);
  },
);

it('at its end answers every command, and leaves off what nobody waits for', async () => {
  const background = (names: string[]): Task => ({ ...writer(names), isAwaited: false });
  engine.scheduler.submit(background(['1', '2', '3', '4']));
  await new Promise((resolve) => setImmediate(resolve));
  engine.scheduler.submit(writer(['a', 'b', 'c']));
  engine.scheduler.submit(background(['5']));
  const ended = engine.scheduler.end();
  engine.scheduler.submit(background(['6']));
  await ended;
  expect(events.filter((event) => event !== 'commit')).toEqual(['reply c']);
  expect(['1', '2', '5', '6', 'c'].map(isThere)).toEqual([true, false, false, false, true]);
});

it('ends at once where nobody waits for anything', async () => {
  engine.scheduler.submit({ ...writer(['1']), isAwaited: false });
  await engine.scheduler.end();
  expect([events, isThere('1')]).toEqual([[], false]);
});
