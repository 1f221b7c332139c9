import { randomUUID } from 'node:crypto';
import type { NodeBus, NodeListener } from '../nodes/node.bus';
import type { NodeMessage } from '../nodes/node.messages';
import { BoardTurns } from './board.turns';
import type { StoredOp } from './op.types';

// Turns of nodes that hear each other's messages in one order, as over Redis. Time is Jest's.

const PROJECT = randomUUID();

interface TestNode {
  turns: BoardTurns;
  /** Says nothing any more, and hears nothing. */
  die(): void;
  /** The versions that it was told of. */
  heard: number[];
}

let everyone: Array<{ id: string; listener: NodeListener; isDead: boolean }>;
let said: NodeMessage[];

function node(id: string): TestNode {
  const bus: NodeBus = {
    id,
    isSilent: false,
    isConnected: true,
    send(message) {
      const text = JSON.stringify({ message });
      queueMicrotask(() => {
        if (everyone.find((each) => each.id === id)?.isDead) return;
        said.push(message);
        for (const each of everyone.filter(({ isDead }) => !isDead)) {
          const { message: copy } = JSON.parse(text) as { message: NodeMessage };
          if (each.id === id) each.listener.heardOwn?.(copy);
          else each.listener.received(id, copy);
        }
      });
    },
    listen: (listener) => void everyone.push({ id, listener, isDead: false }),
  };
  const turns = new BoardTurns(bus);
  const heard: number[] = [];
  turns.passedOn.add(({ v }) => heard.push(v));
  const own = everyone.at(-1);
  return { turns, heard, die: () => own && Object.assign(own, { isDead: true }) };
}

const op = (v: number, title = 'Title'): StoredOp =>
  ({
    id: randomUUID(),
    projectId: PROJECT,
    v,
    type: 'task.patched',
    taskId: randomUUID(),
    patch: { title },
    at: new Date().toISOString(),
  }) as unknown as StoredOp;

/** Lets messages arrive, and what waits for them go on. */
const settle = () => jest.advanceTimersByTimeAsync(0);

/** Whether a node has got its turn. */
function take({ turns }: TestNode): { isTaken: boolean } {
  const turn = { isTaken: false };
  void turns.take(PROJECT).then(() => Object.assign(turn, { isTaken: true }));
  return turn;
}

beforeEach(() => {
  jest.useFakeTimers();
  everyone = [];
  said = [];
});
afterEach(() => jest.useRealTimers());

/** Three nodes: the first has lost a race and has its turn, the others wait for theirs in order. */
async function threeInARow() {
  const [a, b, c] = [node('a'), node('b'), node('c')];
  a.turns.lostRace(PROJECT);
  const first = take(a);
  await settle();
  const second = take(b);
  await settle();
  const third = take(c);
  await settle();
  expect([first, second, third].map(({ isTaken }) => isTaken)).toEqual([true, false, false]);
  return { a, b, c, second, third };
}

test('a node that writes to a board alone waits for nobody, and says nothing', async () => {
  const [a] = [node('a'), node('b')];
  expect(a.turns.isShared(PROJECT)).toBe(false);
  const turn = take(a);
  await settle();
  a.turns.end(PROJECT, [op(1)], true);
  await settle();
  expect([turn.isTaken, said]).toEqual([true, []]);
});

test('R33 each gets its turn in the order in which they asked, one after the other', async () => {
  const { a, b, c, second, third } = await threeInARow();
  a.turns.end(PROJECT, [op(1)], true);
  const again = take(a);
  await settle();
  expect([second, third, again].map(({ isTaken }) => isTaken)).toEqual([true, false, false]);
  b.turns.end(PROJECT, [op(2)], false);
  await settle();
  expect([third, again].map(({ isTaken }) => isTaken)).toEqual([true, false]);
  c.turns.end(PROJECT, [op(3)], false);
  await settle();
  expect(again.isTaken).toBe(true);
});

test('who has nothing left when their turn comes lets it pass at once', async () => {
  const { a, b, c, second, third } = await threeInARow();
  // As where the others took too long for it, and its own commit has failed.
  b.turns.end(PROJECT, [], false);
  a.turns.end(PROJECT, [op(1)], false);
  await settle();
  expect(third.isTaken).toBe(true);
  c.turns.end(PROJECT, [], false);
  expect(second.isTaken).toBe(false);
});

test('R33 a node that dies in its turn is passed over after half a second, once', async () => {
  const { a, b, c, second, third } = await threeInARow();
  a.die();
  await jest.advanceTimersByTimeAsync(499);
  expect([second, third].map(({ isTaken }) => isTaken)).toEqual([false, false]);
  await jest.advanceTimersByTimeAsync(2);
  expect([second, third].map(({ isTaken }) => isTaken)).toEqual([true, true]);
  b.turns.end(PROJECT, [op(1)], true);
  c.turns.end(PROJECT, [op(2)], true);
  await settle();
  const [next, last] = [take(b), take(c)];
  await settle();
  expect([next, last].map(({ isTaken }) => isTaken)).toEqual([true, false]);
  b.turns.end(PROJECT, [op(3)], false);
  await settle();
  expect(last.isTaken).toBe(true);
});

test('R33 a board is its node’s alone again after two seconds without the others, who need not wait for it', async () => {
  const { a, b, c } = await threeInARow();
  b.turns.end(PROJECT, [], false);
  c.turns.end(PROJECT, [], false);
  b.die();
  c.die();
  for (let v = 1; v <= 9; v++) {
    a.turns.end(PROJECT, [op(v)], true);
    const turn = take(a);
    await settle();
    // The turns of the dead are waited for once.
    await jest.advanceTimersByTimeAsync(v < 3 ? 501 : 200);
    expect([v, turn.isTaken]).toEqual([v, true]);
  }
  a.turns.end(PROJECT, [op(10)], true);
  await settle();
  expect([a.turns.isShared(PROJECT), said.at(-1)]).toEqual([
    false,
    expect.objectContaining({ kind: 'turnEnded', wantsNext: false }),
  ]);
  expect(jest.getTimerCount()).toBe(0);
});

describe('ops that are passed on', () => {
  test('are told to the others, and known to all until the next gap', async () => {
    const { a, b } = await threeInARow();
    a.turns.end(PROJECT, [op(4), op(5)], false);
    await settle();
    b.turns.end(PROJECT, [op(6)], false);
    await settle();
    const versions = (v: number) => a.turns.opsAfter(PROJECT, v)?.map((each) => each.v) ?? null;
    expect([2, 3, 4, 5, 6].map(versions)).toEqual([null, [4, 5, 6], [5, 6], [6], []]);
    expect([a.heard, b.heard]).toEqual([[6], [4, 5]]);
    b.turns.end(PROJECT, [op(9)], false);
    await settle();
    expect([5, 6, 8].map(versions)).toEqual([null, null, [9]]);
  });

  test('are read in the log where they are long, or of a type that this version does not know', async () => {
    const { a, b } = await threeInARow();
    a.turns.end(PROJECT, [op(4, 'x'.repeat(70_000))], false);
    await settle();
    expect([3, 4].map((v) => b.turns.opsAfter(PROJECT, v))).toEqual([null, []]);
    b.turns.end(PROJECT, [{ ...op(5), type: 'task.painted' } as unknown as StoredOp], false);
    await settle();
    expect([a.turns.opsAfter(PROJECT, 4), a.heard]).toEqual([null, []]);
  });

  test.each([
    ['no JSON', { from: 4, to: 4, json: 'x' }],
    ['no list', { from: 4, to: 4, json: 'null' }],
    [
      'an op of another project',
      { from: 4, to: 4, json: JSON.stringify([{ ...op(4), projectId: randomUUID() }]) },
    ],
    ['a gap', { from: 4, to: 6, json: JSON.stringify([op(4), op(6)]) }],
  ])('are not taken from a message with %s', async (_what, ops) => {
    const { b } = await threeInARow();
    const [first] = everyone;
    const isHeard = { kind: 'turnEnded', projectId: PROJECT, wantsNext: false, ops } as const;
    for (const { listener } of everyone.slice(1)) listener.received(first?.id ?? '', isHeard);
    expect([b.turns.opsAfter(PROJECT, 3), b.heard]).toEqual([null, []]);
  });
});

test('R33 rows of other nodes’ ops are waited for, but not for ever', async () => {
  const { a, b } = await threeInARow();
  const wait = async (...versions: number[]) =>
    b.turns.rowsOfOthers(
      PROJECT,
      versions.map((v) => op(v)),
    );
  const [heard, never] = [wait(1, 2), wait(3)];
  a.turns.rowsWritten(PROJECT, [op(1)]);
  a.turns.rowsWritten(PROJECT, [op(2)]);
  await jest.advanceTimersByTimeAsync(101);
  expect([await heard, await never]).toEqual([true, false]);
  expect([1, 2, 3].map(b.turns.written(PROJECT))).toEqual([true, true, false]);
});
