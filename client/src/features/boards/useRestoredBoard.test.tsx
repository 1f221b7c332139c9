/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { PROJECT, snapshot, withSnapshot } from '#board-sync/board.fixture';
import { keepBoard, readStoredBoard } from '#board-sync/board.storage';
import { type BoardState, noBoards, projectBoard } from '#board-sync/board.types';
import { api } from '#lib/api';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { ada, refusal, StubNetwork, session } from '#test/network';
import { useRestoredBoard } from './useRestoredBoard';

test('a board that is not there for its user is not kept in this browser either', async () => {
  await keepBoard(ada.id, projectBoard(withSnapshot(noBoards, snapshot(1, [])), PROJECT) as BoardState, 1);
  new StubNetwork({ [`GET /projects/${PROJECT}`]: refusal(404, 'Gone') });
  setSession(session);
  const error = await api.get(`/projects/${PROJECT}`).catch((refused: unknown) => refused);
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { unmount } = renderHook(() => useRestoredBoard(PROJECT, error), { wrapper });
  await waitFor(async () => expect(await readStoredBoard(ada.id, PROJECT)).toBeNull());
  expect(projectBoard(store.getState().board, PROJECT)).toBeUndefined();
  unmount();
  setSession(null);
});
