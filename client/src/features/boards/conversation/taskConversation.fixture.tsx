import 'fake-indexeddb/auto';
import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { CommentsPage } from '@livelane/shared/comments/comment.schema';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead, changeMade } from '#board-sync/board.slice';
import type { BoardMutation } from '#board-sync/mutations';
import { type Connection, connectionChanged } from '#board-sync/realtime.slice';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { ids, StubNetwork, session } from '#test/network';
import TaskConversation from './TaskConversation';

export const card = task({ title: 'Paint', numOfComments: 1, rev: 5 });
const member = (id: string, firstName: string, surname: string): BoardMember => ({
  id,
  firstName,
  surname,
  roleId: 'member',
});
const people = [member(ids.ada, 'Ada', 'Byron'), member(ids.bob, 'Bob', 'Ōtani')];
export const said = {
  id: '00000000-0000-4000-8000-00000000c001',
  taskId: card.id,
  projectId: PROJECT,
  authorId: ids.bob,
  text: 'Is it **dry**?\n\n- [ ] look',
  mentions: [],
  createdAt: '2026-02-01T10:00:00.000Z',
  updatedAt: '2026-02-01T10:00:00.000Z',
  isEdited: false,
  rev: 5,
};
export const page: CommentsPage = { comments: [said], next: null, v: 5, people: [] };
export const moved = {
  v: 4,
  at: '2026-01-20T10:00:00.000Z',
  actorId: ids.bob,
  type: 'task.patched',
  taskId: card.id,
  title: 'Paint',
  changes: [
    { field: 'state', from: 'READY', to: 'REVIEW' },
    { field: 'description', from: 'A red wall', to: 'A blue wall' },
  ],
};
export const answers = {
  [`GET /tasks/${card.id}/comments`]: { body: page },
  [`GET /kanban/project/${PROJECT}/activity?taskId=${card.id}`]: {
    body: { items: [moved], next: null, people: [], oldestV: 0 },
  },
};

/** Opens a task's conversation, as Ada. @param search the address's query, which may name a comment */
export function open(
  role: 'member' | 'viewer' = 'member',
  network = new StubNetwork(answers),
  connection: Connection = 'live',
  search = '',
) {
  setSession(session);
  const store = createStore();
  store.dispatch(boardRead(readOf(snapshot(5, [card]))));
  store.dispatch(connectionChanged(connection));
  const made: BoardMutation[] = [];
  const onChange = (make: (now: typeof card) => BoardMutation) => {
    const mutation = make(card);
    made.push(mutation);
    store.dispatch(changeMade(mutation.pending));
  };
  let navigate: NavigateFunction = () => undefined;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = (now: 'member' | 'viewer') => (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <I18nProvider>
          <MemoryRouter initialEntries={[`/${search}`]}>
            <Navigator
              onNavigate={(to) => {
                navigate = to;
              }}
            />
            <TaskConversation
              task={card}
              role={now}
              members={people}
              projectName={() => 'Apollo'}
              labelName={() => undefined}
              onChange={onChange}
            />
          </MemoryRouter>
        </I18nProvider>
      </QueryClientProvider>
    </Provider>
  );
  const { unmount, rerender } = render(view(role));
  const show = (now: 'member' | 'viewer') => rerender(view(now));
  const follow = (to: string) => act(() => navigate(`/${to}`));
  return { made, store, network, unmount, show, follow, user: userEvent.setup() };
}

function Navigator({ onNavigate }: { onNavigate: (navigate: NavigateFunction) => void }) {
  onNavigate(useNavigate());
  return null;
}
