import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { PROJECT, snapshot, USER } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead } from '#board-sync/board.slice';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { session } from '#test/network';
import { BoardContext, type BoardContextValue } from './board.context';
import { NO_LOOK } from './board.look';
import { NO_FILTER } from './filters/board.filter';

const ignore = () => undefined;
export const ada = { id: USER, firstName: 'Ada', surname: 'Lovelace' };

/** Renders a part of a project's board, for Ada, over a real store that holds the tasks. */
export function showOnBoard(
  part: ReactNode,
  tasks: readonly StoredTask[] = [],
  given: Partial<BoardContextValue> = {},
) {
  setSession({ ...session, user: { ...session.user, ...ada } });
  const store = createStore();
  store.dispatch(boardRead(readOf(snapshot(1, tasks))));
  const board: BoardContextValue = {
    boardId: PROJECT,
    changed: new Set(),
    filter: NO_FILTER,
    look: NO_LOOK,
    people: new Map([[USER, ada]]),
    labels: new Map(),
    projectForNew: null,
    settings: {},
    canEditColumns: false,
    projectName: () => null,
    projectOf: () => undefined,
    workspaceOf: () => undefined,
    canEdit: () => true,
    canCreate: true,
    assignableIn: () => [ada],
    onPeopleWanted: ignore,
    onOpen: ignore,
    onNew: ignore,
    onQuickAdd: ignore,
    onMove: () => true,
    onMany: ignore,
    onDragging: ignore,
    onMoveTo: ignore,
    onComplete: ignore,
    onDelete: ignore,
    ...given,
  };
  const view = (now: Partial<BoardContextValue>) => (
    <Provider store={store}>
      <I18nProvider>
        <BoardContext.Provider value={{ ...board, ...now }}>{part}</BoardContext.Provider>
      </I18nProvider>
    </Provider>
  );
  const { rerender } = render(view({}));
  return { store, change: (now: Partial<BoardContextValue>) => rerender(view(now)) };
}
