/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import { waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { PROJECT, snapshot, task, withSnapshot } from '#board-sync/board.fixture';
import { noBoards, projectBoard } from '#board-sync/board.types';
import { patchTask } from '#board-sync/edit.mutations';
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
  setSession(session);
});

function open() {
  const store = createStore();
  const onPartlyRefused = jest.fn();
  const changes = new OwnChanges({
    userId: ids.ada,
    store,
    connection: { watched: <T>(request: Promise<T>) => request, isOffline: () => false } as ConnectionMonitor,
    listeners: { onSetAside: jest.fn(), onPartlyRefused, onNotStored: jest.fn() },
    onCommitted: () => undefined,
    onReached: () => undefined,
  });
  changes.start();
  const listed = () => store.getState().realtime.unsaved;
  return { changes, listed, onPartlyRefused };
}

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
    else await changes.submit(mutation);
    await waitFor(() => expect(changes.undoable.last(PROJECT)?.v).toBe(6));
    changes.stop();
  },
);
