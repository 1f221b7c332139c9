import 'fake-indexeddb/auto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { newId, op, PROJECT, range, snapshot, task, USER, withOps, withSnapshot } from './board.fixture';
import {
  forgetProjects,
  keepBoard,
  keepThread,
  keepUser,
  readStoredBoard,
  readStoredThread,
} from './board.storage';
import type { BoardState } from './board.types';
import { noBoards, PERSONAL_BOARD, projectBoard } from './board.types';
import type { Thread } from './comment.threads';

const [ready, done] = ['READY', 'DONE'].map((state) =>
  Array.from({ length: 600 }, (_, index) => task({ state, rank: `a${index}` } as Partial<StoredTask>)),
) as [StoredTask[], StoredTask[]];
const first = withSnapshot(noBoards, snapshot(1, [...ready, ...done]));
const board = (state = first) => projectBoard(state, PROJECT) as BoardState;
const [moved = task()] = ready;
/** A card leaves READY for the top of DONE. */
const second = withOps(
  first,
  range(op(2, { type: 'task.moved', taskId: moved.id, patch: { state: 'DONE', rank: 'Zz' } })),
);

const read = async () => (await readStoredBoard(USER, PROJECT))?.board;

/** The number of cards in each part that is written during `work`. */
async function writtenBy(work: () => Promise<void>): Promise<number[]> {
  const puts = jest.spyOn(IDBObjectStore.prototype, 'put');
  await work();
  const parts = puts.mock.calls.map(([row]) => row.cards?.length).filter((count) => count !== undefined);
  puts.mockRestore();
  return parts;
}

test('a board is kept in small parts and comes back as it was', async () => {
  const parts = await writtenBy(() => keepBoard(USER, board(), 1));
  expect(Math.max(...parts)).toBeLessThanOrEqual(250);
  expect(parts.reduce((sum, count) => sum + count, 0)).toBe(1_200);
  expect(await read()).toMatchObject({ id: PROJECT, v: 1, base: board().base });
  expect(await readStoredBoard(newId(), PROJECT)).toBeNull();
});

test('only columns that have changed are written again', async () => {
  await keepBoard(USER, board(), 1);
  const again = await writtenBy(() => keepBoard(USER, board(), 2));
  expect(again).toEqual([]);
  const other = withOps(
    first,
    range(op(2, { type: 'task.patched', taskId: moved.id, patch: { title: 'Changed' } })),
  );
  const parts = await writtenBy(() => keepBoard(USER, board(other), 3));
  expect(parts).toEqual([250, 250, 100]);
  expect(await read()).toMatchObject({ v: 2, base: board(other).base });
});

test('a board that is left takes no memory once it is kept', async () => {
  const left = await (async () => {
    const passing = board(withSnapshot(noBoards, snapshot(1, [task()])));
    await keepBoard(USER, passing, 1);
    return [new WeakRef(passing.base), new WeakRef(passing.base.READY)];
  })();
  setFlagsFromString('--expose-gc');
  // What a WeakRef was made of is held until the turn of the loop is over.
  await new Promise(setImmediate);
  runInNewContext('gc')();
  expect(left.map((each) => each.deref())).toEqual([undefined, undefined]);
});

test.each([1, 2, 3, 4, 5, 6, 7])(
  'a fault at the write no. %i leaves the board as it was kept before',
  async (at) => {
    await keepBoard(USER, board(), 1);
    const { put } = IDBObjectStore.prototype;
    let writes = 0;
    const puts = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...row
    ) {
      if (++writes === at) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, row);
    });
    await expect(keepBoard(USER, board(second), 2)).rejects.toThrow('full');
    puts.mockRestore();
    expect(await read()).toMatchObject({ v: 1, base: board().base });
    await keepBoard(USER, board(second), 3);
    expect(await read()).toMatchObject({ v: 2, base: board(second).base });
  },
);

test('storage that could not be opened once is opened later', async () => {
  const { open } = IDBFactory.prototype;
  // A version that is too old is refused like storage that fails, later.
  await new Promise((resolve) => {
    indexedDB.open('newer', 2).onsuccess = resolve;
  });
  jest.spyOn(indexedDB, 'open').mockImplementationOnce(() => open.call(indexedDB, 'newer', 1));
  await jest.isolateModulesAsync(async () => {
    const storage = await import('./board.storage');
    await expect(storage.keepBoard(USER, board(), 1)).rejects.toThrow();
    await storage.keepBoard(USER, board(), 2);
    expect((await storage.readStoredBoard(USER, PROJECT))?.at).toBe(2);
  });
});

test('what another tab has kept meanwhile is replaced as a whole', async () => {
  await keepBoard(USER, board(), 1);
  const elsewhere = withSnapshot(noBoards, snapshot(7, [task({ state: 'DONE' })]));
  await jest.isolateModulesAsync(async () => {
    const anotherTab = await import('./board.storage');
    await anotherTab.keepBoard(USER, board(elsewhere), 2);
  });
  expect(await read()).toMatchObject({ v: 7, base: board(elsewhere).base });
  await keepBoard(USER, board(second), 3);
  expect(await read()).toMatchObject({ v: 2, base: board(second).base });
});

const threadOf = ({ id, projectId }: Pick<StoredTask, 'id' | 'projectId'>): Thread => ({
  taskId: id,
  projectId,
  comments: [],
  next: null,
  start: undefined,
  v: 1,
  people: {},
  isStale: false,
});

test('of a forgotten project neither the board nor its comments are left, nor its cards on the personal board', async () => {
  const other = newId();
  const [here, there] = [task(), task({ projectId: other })];
  await keepBoard(USER, board(), 1);
  await keepBoard(USER, { ...board(), id: other }, 1);
  const base = { ...board().base, READY: { [here.id]: here, [there.id]: there } };
  await keepBoard(USER, { ...board(), id: PERSONAL_BOARD, base }, 1);
  for (const each of [here, there]) await keepThread(USER, threadOf(each), 1);
  await forgetProjects(PROJECT);
  expect(await read()).toBeUndefined();
  expect(await readStoredThread(USER, here.id)).toBeNull();
  const personal = (await readStoredBoard(USER, PERSONAL_BOARD))?.board;
  expect(Object.keys(personal?.base.READY ?? {})).toEqual([there.id]);
  expect(Object.keys((await readStoredBoard(USER, other))?.board.base.READY ?? {})).toHaveLength(600);
  expect(await readStoredThread(USER, there.id)).not.toBeNull();
});

test('SPEC.md#comments: of 101 tasks the comments of the 100 that were looked at last are left', async () => {
  const tasks = Array.from({ length: 101 }, () => task());
  const [looked] = tasks;
  for (const [index, each] of tasks.entries()) await keepThread(USER, threadOf(each), 10 + index);
  if (looked) await keepThread(USER, threadOf(looked), 1_000);
  const stored = await Promise.all(tasks.map(async ({ id }) => (await readStoredThread(USER, id)) !== null));
  expect(stored).toEqual(tasks.map((_, index) => index !== 1));
});

test('nothing is left of the ninth board but the eight that were kept last, nor of another user', async () => {
  const boards = Array.from({ length: 9 }, () => ({ ...board(), id: newId() }));
  for (const [index, each] of boards.entries()) await keepBoard(USER, each, 10 + index);
  const there = await Promise.all(boards.map(async ({ id }) => (await readStoredBoard(USER, id)) !== null));
  expect(there).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
  const user = (id: string) => ({
    id,
    firstName: 'A',
    surname: 'B',
    email: 'a@example.org',
    isAdmin: false,
    hasPassword: true,
    pendingEmail: null,
  });
  await keepUser(user(USER), { queries: [] });
  await keepUser(user(newId()), { queries: [] });
  expect(await readStoredBoard(USER, boards[8]?.id ?? '')).toBeNull();
});
