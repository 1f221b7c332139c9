/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { newId, PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead } from '#board-sync/board.slice';
import { keepBoard, readStoredBoard } from '#board-sync/board.storage';
import { type BoardState, projectBoard } from '#board-sync/board.types';
import { moveTask } from '#board-sync/mutations';
import type { UnsavedChange } from '#board-sync/outbox.store';
import { restoreTask } from '#board-sync/revert';
import { projectQuery } from '#features/projects/projects.api';
import { I18nProvider } from '#i18n/I18nProvider';
import { clock } from '#lib/clock';
import { setSession } from '#lib/session';
import type { RealtimeListeners } from '#realtime/realtime.client';
import { createStore } from '#store/store';
import { ada, refusal, StubNetwork, session } from '#test/network';
import { getToast } from '#ui/toast/toast.store';
import { useRealtime } from './useRealtime';

/** What the live client of the test is told to call. */
let listeners: RealtimeListeners;

jest.mock('#realtime/realtime.client', () => ({
  RealtimeClient: class {
    constructor(_userId: string, _store: unknown, given: RealtimeListeners) {
      listeners = given;
    }
    start() {}
    stop() {}
  },
}));

const card = task({ title: 'Paint the fence', state: 'READY' });

/** A signed-in tab with the hook, and the query of a project on the screen. */
function open() {
  setSession(session);
  const store = createStore();
  store.dispatch(boardRead(readOf(snapshot(1, [card]))));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <I18nProvider>
          <MemoryRouter>{children}</MemoryRouter>
        </I18nProvider>
      </QueryClientProvider>
    </Provider>
  );
  const shown = renderHook(
    () => {
      useRealtime();
      return useQuery(projectQuery(PROJECT));
    },
    { wrapper },
  );
  return { ...shown, store, queries };
}

afterEach(() => act(() => setSession(null)));

test('R15 a move that a hard limit refuses is called an error, and leads to the list of what is not saved', () => {
  new StubNetwork();
  const { store, unmount } = open();
  const board = projectBoard(store.getState().board, PROJECT);
  const mutation = board && moveTask(clock, board, card, 'REVIEW', { afterId: null, beforeId: null });
  if (!mutation) throw new Error('Nothing is moved');
  const refused: UnsavedChange = { mutation, reason: 'refused', code: 'wip_limit', message: 'Full' };
  act(() => listeners.onSetAside(refused));
  expect(getToast()).toMatchObject({
    title: 'Error',
    description: '“Paint the fence” is back where it was: Review has filled up in the meantime.',
    variant: 'destructive',
    action: { label: 'Changes not saved' },
  });
  unmount();
});

test('R15 the only card of a change that is refused is named, not counted', () => {
  new StubNetwork();
  const { store, unmount } = open();
  const board = projectBoard(store.getState().board, PROJECT);
  const deleted = task({ title: 'Mend the gate', state: 'REVIEW' });
  const mutation = board && restoreTask(clock, board, deleted, { afterId: null, beforeId: null });
  if (!mutation) throw new Error('Nothing is restored');
  const refused = { taskId: deleted.id, status: 409, code: 'wip_limit', message: 'Full' } as const;
  act(() => listeners.onPartlyRefused(mutation, [refused]));
  expect(getToast()).toMatchObject({
    title: 'Mend the gate',
    variant: 'destructive',
    action: { label: 'Changes not saved' },
  });
  expect(getToast()?.description).not.toMatch(/1 task/);
  unmount();
});

test('what could not be read before the first connection is read again with it', async () => {
  const network = new StubNetwork({ [`GET /projects/${PROJECT}`]: refusal(503, 'Later') });
  const { result, unmount } = open();
  await waitFor(() => expect(result.current.isError).toBe(true));
  network.answer({ [`GET /projects/${PROJECT}`]: { body: { id: PROJECT, name: 'Shop' } } });
  act(() => listeners.onConnected());
  await waitFor(() => expect(result.current.data?.name).toBe('Shop'));
  unmount();
});

test('R32 hints of many changes make the page read again once, and once more in a moment', async () => {
  const network = new StubNetwork({ [`GET /projects/${PROJECT}`]: { body: { id: PROJECT, name: 'Shop' } } });
  const { result, unmount } = open();
  await waitFor(() => expect(result.current.data?.name).toBe('Shop'));
  const reads = () => network.made(`GET /projects/${PROJECT}`).length;
  const before = reads();
  for (let times = 0; times < 100; times++) await act(async () => listeners.onStale());
  expect(reads() - before).toBe(1);
  network.answer({ [`GET /projects/${PROJECT}`]: { body: { id: PROJECT, name: 'Store' } } });
  await waitFor(() => expect(result.current.data?.name).toBe('Store'), { timeout: 10_000 });
  expect(reads() - before).toBe(2);
  unmount();
});

test('a board whose right is lost is not kept in this browser, whatever page is open', async () => {
  const { store, queries, unmount } = open();
  const [ofIt, ofAnother] = [
    ['members', 'project', PROJECT],
    ['members', 'project', newId()],
  ];
  for (const key of [ofIt, ofAnother]) queries.setQueryData(key, []);
  await keepBoard(ada.id, projectBoard(store.getState().board, PROJECT) as BoardState, 1);
  new StubNetwork();
  await act(async () => listeners.onRevoked('project', PROJECT));
  await waitFor(async () => expect(await readStoredBoard(ada.id, PROJECT)).toBeNull());
  expect([ofIt, ofAnother].map((key) => queries.getQueryData(key))).toEqual([undefined, []]);
  unmount();
});
