/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { TrashedTask } from '@livelane/shared/tasks/task.schema';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { PROJECT, snapshot, task, withColumnName } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead } from '#board-sync/board.slice';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { keepsFocus } from '#test/keepsFocus';
import { ids, StubNetwork, session } from '#test/network';
import TrashDialog from './TrashDialog';

const trashed = (more: Partial<TrashedTask> = {}): TrashedTask => ({
  ...task({ state: 'REVIEW' }),
  deletedAt: '2026-02-01T10:00:00.000Z',
  deletedBy: null,
  canRestore: true,
  ...more,
});

function open(deleted: TrashedTask[]) {
  setSession(session);
  const network = new StubNetwork({ [`GET /kanban/project/${PROJECT}/trash`]: { body: deleted } });
  const store = createStore();
  const board = withColumnName(snapshot(1, []), 'REVIEW', 'Proofreading');
  const ada = { id: ids.ada, firstName: 'Ada', surname: 'Byron', roleId: 'member' as const };
  store.dispatch(boardRead(readOf({ ...board, members: [ada] })));
  render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient()}>
        <I18nProvider>
          <TrashDialog projectId={PROJECT} onClose={() => undefined} />
        </I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );
  return network;
}

it('calls the column of a deleted task by its name on the board', async () => {
  open([ids.ada, null].map((deletedBy) => trashed({ deletedBy })));
  expect(await screen.findAllByText(/Proofreading/)).toHaveLength(2);
  expect(screen.queryByText(/Review/)).not.toBeInTheDocument();
});

it('keeps the focus on its button while a task is restored, and after a refusal', async () => {
  const deleted = trashed({ title: 'Paint' });
  const network = open([deleted, trashed({ title: 'Print' })]);
  const button = await screen.findByRole('button', { name: /Paint/ });
  await keepsFocus(network, `POST /tasks/${deleted.id}/restore`, button);
});
