/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { setImmediate as turn } from 'node:timers/promises';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { deleteDB } from 'idb';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { newId, PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardLeft, boardRead } from '#board-sync/board.slice';
import { keepBoard, readStoredBoard, readStoredUser } from '#board-sync/board.storage';
import { type BoardState, projectBoard } from '#board-sync/board.types';
import { connectionChanged } from '#board-sync/realtime.slice';
import { ApiError, NetworkError } from '#lib/api';
import { STORED_BOARDS_DATABASE, setSession } from '#lib/session';
import { createStore } from '#store/store';
import { ada, ids, StubNetwork, session } from '#test/network';
import { useStoredBoards } from './useStoredBoards';

const bob = { ...ada, id: ids.bob, firstName: 'Bob' };

/** The browser's idle callbacks, held back by the test. */
let idle: Array<() => void> = [];

beforeEach(() => {
  jest.useFakeTimers();
  idle = [];
  window.requestIdleCallback = (run) => idle.push(() => run({ didTimeout: false, timeRemaining: () => 50 }));
  setSession(session);
});
afterEach(() => {
  jest.useRealTimers();
  setSession(null);
});

function watchABoard() {
  const store = createStore();
  store.dispatch(boardRead(readOf(snapshot(1, [task({ title: 'Seen by Ada' })]))));
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </Provider>
  );
  return { ...renderHook(useStoredBoards, { wrapper }), store, queries };
}

async function quiet(): Promise<void> {
  await act(async () => {
    for (const run of idle.splice(0)) run();
    // Storage answers in turns of the loop; storing one board takes about twenty.
    for (let turns = 0; turns < 200; turns++) await turn();
  });
}

/** Loses the line, and waits until what then happens is done. */
async function loseLine(store: ReturnType<typeof watchABoard>['store']): Promise<void> {
  act(() => void store.dispatch(connectionChanged('live')));
  act(() => void store.dispatch(connectionChanged('offline')));
  await quiet();
}

/** Logging out deletes the stored data. */
async function signOutAndInAsBob(): Promise<void> {
  setSession({ ...session, user: bob });
  await deleteDB(STORED_BOARDS_DATABASE);
}

test('a board that was looked at is kept in a quiet moment', async () => {
  const { unmount } = watchABoard();
  await jest.advanceTimersByTimeAsync(3_000);
  await quiet();
  expect((await readStoredUser())?.user.id).toBe(ada.id);
  expect(await readStoredBoard(ada.id, PROJECT)).not.toBeNull();
  unmount();
});

test('a board that storage had no room for is kept later', async () => {
  const { unmount } = watchABoard();
  const { put } = IDBObjectStore.prototype;
  const puts = jest.spyOn(IDBObjectStore.prototype, 'put');
  puts.mockImplementation(function (this: IDBObjectStore, ...row) {
    if (this.name === 'boards') throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, row);
  });
  await jest.advanceTimersByTimeAsync(3_000);
  await quiet();
  expect(await readStoredBoard(ada.id, PROJECT)).toBeNull();
  puts.mockRestore();
  await jest.advanceTimersByTimeAsync(10_000);
  await quiet();
  expect(await readStoredBoard(ada.id, PROJECT)).not.toBeNull();
  unmount();
  await deleteDB(STORED_BOARDS_DATABASE);
});

test('a board that stays on the screen counts as viewed last, and is as of then', async () => {
  const { unmount, store } = watchABoard();
  await jest.advanceTimersByTimeAsync(3_000);
  await quiet();
  const first = (await readStoredBoard(ada.id, PROJECT))?.at ?? 0;
  const board = projectBoard(store.getState().board, PROJECT) as BoardState;
  const viewInAnotherTab = async (at: number) => {
    for (let index = 0; index < 8; index++) await keepBoard(ada.id, { ...board, id: newId() }, at + index);
  };
  await jest.advanceTimersByTimeAsync(10_000);
  await quiet();
  await viewInAnotherTab(first + 1);
  const second = (await readStoredBoard(ada.id, PROJECT))?.at ?? 0;
  expect(second).toBeGreaterThanOrEqual(first + 10_000);

  // While this tab slept, so many others were viewed that it went.
  await viewInAnotherTab(Date.now() + 1);
  expect(await readStoredBoard(ada.id, PROJECT)).toBeNull();
  for (let times = 0; times < 2; times++) {
    await jest.advanceTimersByTimeAsync(10_000);
    await quiet();
  }
  const third = (await readStoredBoard(ada.id, PROJECT))?.at ?? 0;
  expect(third).toBeGreaterThan(second);

  await loseLine(store);
  const lost = (await readStoredBoard(ada.id, PROJECT))?.at;
  await jest.advanceTimersByTimeAsync(10_000);
  await quiet();
  expect((await readStoredBoard(ada.id, PROJECT))?.at).toBe(lost);
  unmount();
  await deleteDB(STORED_BOARDS_DATABASE);
});

test('a board is kept as soon as the line is lost', async () => {
  const { unmount, store } = watchABoard();
  await loseLine(store);
  expect(await readStoredBoard(ada.id, PROJECT)).not.toBeNull();
  unmount();
  await deleteDB(STORED_BOARDS_DATABASE);
});

test('the list of workspaces stays stored, however long there is no connection', async () => {
  const network = new StubNetwork({
    'GET /workspaces/user': { body: [{ id: ids.workspace, projects: [] }] },
  });
  const { unmount } = watchABoard();
  await jest.advanceTimersByTimeAsync(3_000);
  await quiet();
  network.isDown = true;
  await jest.advanceTimersByTimeAsync(15 * 60_000);
  await quiet();
  expect(JSON.stringify((await readStoredUser())?.queries)).toContain(ids.workspace);
  unmount();
  await deleteDB(STORED_BOARDS_DATABASE);
});

/** A query with data whose next read ends in `error`. */
async function failLater(queries: QueryClient, queryKey: [string], error: Error): Promise<void> {
  queries.setQueryData(queryKey, `read: ${queryKey}`);
  const queryFn = () => Promise.reject(error);
  await queries.prefetchQuery({ queryKey, queryFn, staleTime: 0 });
  expect(queries.getQueryState(queryKey)?.status).toBe('error');
}

test('what a page has read stays stored when it cannot be read again, unless the server refuses it', async () => {
  const { unmount, store, queries } = watchABoard();
  const refusal = (status: number) => new ApiError(status, 'not_found', 'Refused', [], undefined, undefined);
  await failLater(queries, ['unreachable'], new NetworkError());
  await failLater(queries, ['broken'], refusal(503));
  await failLater(queries, ['hurried'], refusal(429));
  await failLater(queries, ['refused'], refusal(404));
  await loseLine(store);
  const stored = JSON.stringify((await readStoredUser())?.queries);
  expect(stored).toContain('read: unreachable');
  expect(stored).toContain('read: broken');
  expect(stored).toContain('read: hurried');
  expect(stored).not.toContain('read: refused');
  unmount();
  await deleteDB(STORED_BOARDS_DATABASE);
});

test('what boards need stays stored beside what another tab holds, and is there without a line', async () => {
  const first = watchABoard();
  const labels = [{ id: newId(), name: 'Urgent' }];
  first.queries.setQueryData(['labels', ids.workspace], labels);
  first.queries.setQueryData(['search', 'fence'], ['Found']);
  await loseLine(first.store);
  first.unmount();

  const second = watchABoard();
  second.queries.setQueryData(['projects', PROJECT], { name: 'Shop' });
  await loseLine(second.store);
  expect(second.queries.getQueryData(['labels', ids.workspace])).toEqual(labels);
  await loseLine(second.store);
  const stored = JSON.stringify((await readStoredUser())?.queries);
  expect(stored).toContain('Urgent');
  expect(stored).toContain('Shop');
  expect(stored).not.toContain('Found');
  // However long the line is away.
  await jest.advanceTimersByTimeAsync(60 * 60_000);
  expect(second.queries.getQueryData(['labels', ids.workspace])).toEqual(labels);
  second.unmount();
  await deleteDB(STORED_BOARDS_DATABASE);
});

test('what was stored does not stay once the server refuses it', async () => {
  const { unmount, store, queries } = watchABoard();
  queries.setQueryData(['projects'], 'read: projects');
  await loseLine(store);
  expect(JSON.stringify(await readStoredUser())).toContain('read: projects');
  await failLater(queries, ['projects'], new ApiError(404, 'not_found', 'Gone', [], undefined, undefined));
  await loseLine(store);
  expect(JSON.stringify(await readStoredUser())).not.toContain('read: projects');
  unmount();
  await deleteDB(STORED_BOARDS_DATABASE);
});

test('a board that is left while another one is stored is not kept any more', async () => {
  const { unmount, store } = watchABoard();
  const left = newId();
  store.dispatch(boardRead({ ...readOf(snapshot(1, [])), projectId: left }));
  const { put } = IDBObjectStore.prototype;
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (row[0].boardId === PROJECT) store.dispatch(boardLeft(left));
    return put.apply(this, row);
  });
  await loseLine(store);
  jest.restoreAllMocks();
  expect(await readStoredBoard(ada.id, PROJECT)).not.toBeNull();
  expect(await readStoredBoard(ada.id, left)).toBeNull();
  unmount();
  await deleteDB(STORED_BOARDS_DATABASE);
});

test('boards of someone who signs out before the quiet moment are not kept for the next one', async () => {
  const { unmount } = watchABoard();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(idle).toHaveLength(1);
  unmount();
  await signOutAndInAsBob();
  await quiet();
  expect(await readStoredUser()).toBeNull();
  expect(await readStoredBoard(bob.id, PROJECT)).toBeNull();
});

test('nor are those of someone who signs out while the page is left', async () => {
  const { unmount } = watchABoard();
  document.dispatchEvent(new Event('visibilitychange'));
  unmount();
  await signOutAndInAsBob();
  await quiet();
  expect(await readStoredUser()).toBeNull();
  expect(await readStoredBoard(bob.id, PROJECT)).toBeNull();
});
