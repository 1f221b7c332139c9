/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { act, renderHook, waitFor } from '@testing-library/react';
import { deleteDB } from 'idb';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { PROJECT, snapshot, withSnapshot } from '#board-sync/board.fixture';
import { keepBoard, readStoredBoard } from '#board-sync/board.storage';
import { type BoardState, noBoards, projectBoard } from '#board-sync/board.types';
import { connectionChanged } from '#board-sync/realtime.slice';
import { api } from '#lib/api';
import { STORED_BOARDS_DATABASE, setSession } from '#lib/session';
import { createStore } from '#store/store';
import { ada, refusal, StubNetwork, session } from '#test/network';
import { useRestoredBoard } from './useRestoredBoard';

const stored = projectBoard(withSnapshot(noBoards, snapshot(1, [])), PROJECT) as BoardState;

/** A page that shows the board, or tries to. @param error of the attempt to read it */
function showBoard(error: unknown) {
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { unmount } = renderHook(() => useRestoredBoard(PROJECT, error), { wrapper });
  return { store, unmount, board: () => projectBoard(store.getState().board, PROJECT) };
}

afterEach(async () => {
  setSession(null);
  await deleteDB(STORED_BOARDS_DATABASE);
});

test('a board that is not there for its user is not kept in this browser either', async () => {
  await keepBoard(ada.id, stored, 1);
  new StubNetwork({ [`GET /projects/${PROJECT}`]: refusal(404, 'Gone') });
  setSession(session);
  const error = await api.get(`/projects/${PROJECT}`).catch((refused: unknown) => refused);
  const { unmount, board } = showBoard(error);
  await waitFor(async () => expect(await readStoredBoard(ada.id, PROJECT)).toBeNull());
  expect(board()).toBeUndefined();
  unmount();
});

test('a stored board is shown as soon as the server is out of reach, while reading it still waits', async () => {
  await keepBoard(ada.id, stored, 1);
  setSession(session);
  const { unmount, store, board } = showBoard(null);
  expect(board()).toBeUndefined();
  act(() => void store.dispatch(connectionChanged('offline')));
  await waitFor(() => expect(board()).toMatchObject({ storedAt: 1 }));
  unmount();
});
