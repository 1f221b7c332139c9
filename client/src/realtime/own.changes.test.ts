/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import { waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { PROJECT, snapshot, task, withSnapshot } from '#board-sync/board.fixture';
import { noBoards, projectBoard } from '#board-sync/board.types';
import { saveFromDialog } from '#board-sync/dialog.save';
import { patchTask } from '#board-sync/edit.mutations';
import { completeTask } from '#board-sync/mutations';
import { NetworkError } from '#lib/api';
import { clock } from '#lib/clock';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { ids, StubNetwork, session } from '#test/network';
import type { ConnectionMonitor } from './connection.monitor';
import { OwnChanges } from './own.changes';

/** Whether the script of bulk changes can be fetched. */
let mockIsReachable = true;
jest.mock('#board-sync/bulk.mutations', () => {
  if (!mockIsReachable) throw new Error('Failed to fetch');
  return jest.requireActual('#board-sync/bulk.mutations');
});
const { editMany, moveMany } = jest.requireActual('#board-sync/bulk.mutations');

const [done, gone] = [task({ title: 'Done' }), task({ title: 'Gone' })];
const refused = { taskId: gone.id, status: 404, code: 'not_found', message: 'Gone.' };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  sessionStorage.clear();
  setSession(session);
});

const silence = () => new Promise<never>(() => undefined);

/** @param isMute this tab hears no answer */
function open(isMute = false) {
  const store = createStore();
  const [onPartlyRefused, onSetAside] = [jest.fn(), jest.fn()];
  const changes = new OwnChanges({
    userId: ids.ada,
    store,
    connection: {
      watched: <T>(request: Promise<T>) => (isMute ? request.then(silence, silence) : request),
      isOffline: () => false,
    } as ConnectionMonitor,
    listeners: { onSetAside, onPartlyRefused, onNotStored: jest.fn() },
    onCommitted: () => undefined,
    onReached: () => undefined,
  });
  changes.start();
  const listed = () => store.getState().realtime.unsaved;
  const painted = () => store.getState().board.pending.map(({ mutationId }) => mutationId);
  return { changes, listed, painted, onPartlyRefused, onSetAside };
}

/** A tab that sends: storage has been read. */
async function openSending(network: StubNetwork) {
  const tab = open();
  const first = patchTask(clock, undefined, gone, { title: 'First' });
  network.answer({ [`PUT /tasks/${gone.id}`]: { body: { ...gone, v: 6, rev: 6 } } });
  tab.changes.outbox.add(first);
  await waitFor(() => expect(tab.changes.outbox.isWaiting(PROJECT)).toBe(false));
  network.calls.length = 0;
  return tab;
}

it('SPEC.md#faults: a tab asks before it closes with changes that storage has no room for, and until then only', async () => {
  new StubNetwork({
    [`PUT /tasks/${gone.id}`]: { status: 503, body: { code: 'unavailable', message: 'Later.' } },
  });
  const full = jest.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const tab = open();
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(false);
  tab.changes.outbox.add(patchTask(clock, undefined, gone, { title: 'First' }));
  await waitFor(() => expect(asks()).toBe(true));
  full.mockRestore();
  tab.changes.outbox.add(patchTask(clock, undefined, gone, { title: 'Second' }));
  await waitFor(() => expect(asks()).toBe(false));
  tab.changes.stop();
});

it('I12 a refused part of many cards is listed as a whole where its script cannot be fetched, and alone once it can', async () => {
  const network = new StubNetwork({
    'POST /kanban/bulk': { body: { v: 6, results: [{ taskId: done.id, status: 200, v: 6 }, refused] } },
  });
  const bulk = editMany(clock, [done, gone], { priority: 'LOW' });
  mockIsReachable = false;
  const first = open();
  first.changes.outbox.add(bulk);
  const whole = { mutation: bulk, reason: 'refused', code: 'not_found', message: 'Gone.' };
  await waitFor(() => expect(first.listed()).toMatchObject([whole]));
  expect(first.onPartlyRefused).toHaveBeenCalledWith(bulk, [refused]);
  first.changes.stop();

  mockIsReachable = true;
  const reloaded = open();
  await waitFor(() => expect(reloaded.listed()).toMatchObject([whole]));
  reloaded.changes.outbox.retry(bulk.entry.mutationId);
  await waitFor(() => expect(network.calls).toHaveLength(2));
  await waitFor(() => expect(reloaded.listed()).toMatchObject([{ partOf: bulk.entry.mutationId }]));
  expect(reloaded.listed()[0]?.mutation.entry.body).toEqual({
    projectId: PROJECT,
    changes: [{ taskId: gone.id, edit: { priority: 'LOW' } }],
  });
  const keys = network.calls.map(({ headers }) => headers[IDEMPOTENCY_KEY_HEADER]);
  expect(keys).toEqual([bulk.entry.mutationId, bulk.entry.mutationId]);
  reloaded.changes.stop();
});

it('SPEC.md#conflicts cards that someone else has moved to the same column leave nothing to decide', async () => {
  const stale = (taskId: string, state: string) => ({
    taskId,
    status: 409,
    code: 'stale_move',
    message: 'Moved.',
    conflict: { state, actorId: ids.bob, at: '2026-02-01T10:00:00.000Z', v: 5 },
  });
  const [alike, other] = [stale(done.id, 'REVIEW'), stale(gone.id, 'WAITING')];
  const answer = (...results: object[]) => ({ body: { v: 6, results } });
  const network = new StubNetwork({ 'POST /kanban/bulk': answer(alike, other) });
  const board = projectBoard(withSnapshot(noBoards, snapshot(5, [done, gone])), PROJECT);
  const move = () => moveMany(clock, board, [done, gone], 'REVIEW', { afterId: null, beforeId: null });
  const { changes, listed, onPartlyRefused } = open();
  const both = move();
  changes.outbox.add(both);
  await waitFor(() => expect(listed()).toHaveLength(1));
  expect(listed()[0]?.mutation.titles).toEqual({ [gone.id]: 'Gone' });
  expect(onPartlyRefused.mock.calls).toEqual([[both, [other]]]);
  changes.outbox.discard(listed()[0]?.mutation.entry.mutationId ?? '');

  network.answer({ 'POST /kanban/bulk': answer(alike) });
  changes.outbox.add(move());
  await waitFor(() => expect(changes.outbox.isWaiting(PROJECT)).toBe(false));
  expect([listed(), onPartlyRefused.mock.calls.length]).toEqual([[], 1]);
  changes.stop();
});

it('SPEC.md#conflicts a move that someone else has made as well is not listed after a reload either', async () => {
  const conflict = { state: 'DONE', actorId: ids.bob, at: '2026-02-01T10:00:00.000Z', v: 5 };
  const stale = { code: 'stale_move', message: 'Moved.', requestId: 'r', conflict };
  new StubNetwork({ 'POST /kanban/moveTask': { status: 409, body: stale } });
  const board = projectBoard(withSnapshot(noBoards, snapshot(4, [done])), PROJECT);
  const move = board && completeTask(clock, board, done);
  if (!move) throw new Error('nothing is moved');
  const before = open();
  before.changes.outbox.add(move);
  await waitFor(() => expect(before.changes.outbox.isWaiting(PROJECT)).toBe(false));
  await storageIsIdle();
  expect([before.listed(), before.onSetAside.mock.calls]).toEqual([[], []]);
  before.changes.stop();

  const after = open();
  await storageIsIdle();
  expect(after.listed()).toEqual([]);
  after.changes.stop();
});

it.each(['queued', 'awaited'])(
  'an answer tells the version that a %s change has become, also without its op',
  async (how) => {
    const board = projectBoard(withSnapshot(noBoards, snapshot(5, [done])), PROJECT);
    if (!board) throw new Error('no board');
    const mutation = patchTask(clock, board, done, { title: 'Other' });
    new StubNetwork({
      [`PUT /tasks/${done.id}`]: { body: { ...done, v: 6, rev: 6, mutationId: mutation.entry.mutationId } },
    });
    const { changes } = open();
    const place = { afterId: null, beforeId: null };
    changes.undoable.add({ boardId: PROJECT, mutation, before: done, place });
    if (how === 'queued') changes.outbox.add(mutation);
    else await saveFromDialog(changes.outbox, mutation);
    await waitFor(() => expect(changes.undoable.last(PROJECT)?.v).toBe(6));
    changes.stop();
  },
);

it('SPEC.md#conflicts an edit that is given up for the one that continues it cannot be undone in another tab either', async () => {
  const conflict = { field: 'description', base: '', theirs: 'Theirs', mine: 'One', rev: 9 };
  const refusal = { code: 'edit_conflict', message: 'No.', requestId: 'r', conflict };
  let answer = () => {};
  const isHeard = new Promise<void>((resolve) => {
    answer = resolve;
  });
  new StubNetwork({
    [`PUT /tasks/${done.id}`]: () => isHeard.then(() => ({ status: 409, body: refusal })),
  });
  globalThis.BroadcastChannel = JoinedChannel as unknown as typeof BroadcastChannel;
  const [sending, other] = [open(), open(true)];
  const edits = [
    patchTask(clock, undefined, done, { description: 'One', baseRev: 1 }),
    patchTask(clock, undefined, done, { description: 'Two', baseRev: 1 }, 'One'),
  ];
  for (const mutation of edits) {
    const place = { afterId: null, beforeId: null };
    other.changes.undoable.add({ boardId: PROJECT, mutation, before: done, place });
    other.changes.outbox.add(mutation);
  }
  await waitFor(() => expect(sending.painted()).toHaveLength(2));
  answer();
  await waitFor(() => expect(other.listed()).toMatchObject([{ mutation: edits[1] }]));
  expect(other.painted()).toEqual([]);
  expect(other.changes.undoable.last(PROJECT)).toBeUndefined();
  for (const tab of [sending, other]) tab.changes.stop();
});

describe('a save of a dialog', () => {
  const CALL = `PUT /tasks/${done.id}`;
  const saved = () => patchTask(clock, undefined, done, { title: 'A' });
  const later = () => patchTask(clock, undefined, done, { title: 'B' });
  const success = { body: { ...done, v: 7, rev: 7 } };
  const refusal = { status: 409, body: { code: 'wip_limit', message: 'No.', requestId: 'r' } };

  let answer: (with_: typeof success | typeof refusal) => void;
  let lose: () => void;
  let network: StubNetwork;
  /** Swallows requests until `answer` or `lose`. */
  const hang = () =>
    network.answer({
      [CALL]: () =>
        new Promise((resolve, reject) => {
          answer = resolve;
          lose = () => reject(new TypeError('Failed to fetch'));
        }),
    });
  const titles = () => network.calls.map(({ body }) => (body as { title: string }).title);
  beforeEach(() => {
    network = new StubNetwork();
  });

  it('R15 R18 is sent at once, and what follows it waits for its answer, also where that is lost', async () => {
    const { changes } = await openSending(network);
    hang();
    const submitted = saveFromDialog(changes.outbox, saved());
    expect(titles()).toEqual(['A']);
    changes.outbox.add(later());
    await saveFromDialog(changes.outbox, later());
    await storageIsIdle();
    expect(titles()).toEqual(['A']);
    lose();
    await submitted;
    network.answer({ [CALL]: success });
    changes.outbox.wake();
    await waitFor(() => expect(changes.outbox.isWaiting(PROJECT)).toBe(false));
    expect(titles()).toEqual(['A', 'A', 'B', 'B']);
    const keys = network.calls.map(({ headers }) => headers[IDEMPOTENCY_KEY_HEADER]);
    expect([new Set(keys).size, keys[1]]).toEqual([3, keys[0]]);
    changes.stop();
  });

  it('R18 stands before what follows it also after a reload', async () => {
    const before = await openSending(network);
    hang();
    saveFromDialog(before.changes.outbox, saved()).catch(() => undefined);
    before.changes.outbox.add(later());
    await storageIsIdle();
    before.changes.stop();
    network.answer({ [CALL]: success });
    const after = open();
    await waitFor(() => expect(titles()).toEqual(['A', 'A', 'B']));
    after.changes.stop();
  });

  it('R18 of a dialog that has closed survives a reload', async () => {
    const before = await openSending(network);
    hang();
    const dialog = new AbortController();
    saveFromDialog(before.changes.outbox, saved(), dialog.signal).catch(() => undefined);
    dialog.abort();
    await storageIsIdle();
    before.changes.stop();
    network.answer({ [CALL]: success });
    const after = open();
    await waitFor(() => expect(titles()).toEqual(['A', 'A']));
    after.changes.stop();
  });

  it.each([true, false])(
    'R18 that is refused is listed unless its dialog says so: is open %s',
    async (isOpen) => {
      const { changes, listed, painted, onSetAside } = await openSending(network);
      hang();
      const dialog = new AbortController();
      const mutation = saved();
      const submitted = saveFromDialog(changes.outbox, mutation, dialog.signal);
      expect(painted()).toContain(mutation.entry.mutationId);
      if (!isOpen) dialog.abort();
      answer(refusal);
      await expect(submitted).rejects.toMatchObject({ code: 'wip_limit' });
      expect(painted()).not.toContain(mutation.entry.mutationId);
      expect(listed()).toMatchObject(isOpen ? [] : [{ mutation, code: 'wip_limit' }]);
      expect(onSetAside).toHaveBeenCalledTimes(isOpen ? 0 : 1);
      await storageIsIdle();
      changes.stop();
      const after = open();
      await storageIsIdle();
      expect([after.listed().length, titles()]).toEqual([isOpen ? 0 : 1, ['A']]);
      after.changes.stop();
    },
  );

  it('stays with its dialog when the session ends before the answer', async () => {
    const { changes } = await openSending(network);
    hang();
    const submitted = saveFromDialog(changes.outbox, saved());
    changes.stop();
    lose();
    await expect(submitted).rejects.toThrow(NetworkError);
  });
});

/** Lets ready answers and database calls complete. */
async function storageIsIdle(): Promise<void> {
  for (let n = 0; n < 30; n++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Channels between the tabs of one browser. */
class JoinedChannel {
  static readonly all = new Set<JoinedChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor() {
    JoinedChannel.all.add(this);
  }

  postMessage(data: unknown): void {
    for (const each of JoinedChannel.all)
      if (each !== this) setTimeout(() => each.onmessage?.({ data: structuredClone(data) }), 0);
  }

  close(): void {
    JoinedChannel.all.delete(this);
  }
}
