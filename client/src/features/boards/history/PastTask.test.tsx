/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { newId, PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead, pastRead } from '#board-sync/board.slice';
import type { BoardMutation } from '#board-sync/mutations';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import type { RealtimeClient } from '#realtime/realtime.client';
import { RealtimeClientContext } from '#realtime/useRealtimeClient';
import { createStore } from '#store/store';
import { type Answer, refusal, StubNetwork, session } from '#test/network';
import { dismissToast, getToast } from '#ui/toast/toast.store';
import { PastTask } from './PastTask';

const SITE = newId();
const CARD = newId();
const former = task({ id: CARD, title: 'Paint', description: 'Blue', assignees: [], rev: 2 });
const present = { ...former, title: 'Paint the fence', description: 'Red', rev: 7 };
const WORKSPACE = newId();
const [BUG, UI] = [newId(), newId()];
const LABELS = `GET /workspaces/${WORKSPACE}/labels`;
const REMOVALS = `GET /kanban/project/${PROJECT}/activity?after=2&type=label.removed`;
const READ = `GET /tasks/${CARD}`;
const RESTORE = `POST /tasks/${CARD}/restore`;
const deleted = refusal(410, 'Deleted');

afterEach(() => {
  act(() => dismissToast(getToast()?.id ?? 0));
  setSession(null);
});

/** Opens the card as it was, for a maintainer; it is not on the board now. */
async function open(answers: Record<string, Answer>, { seen = former } = {}) {
  setSession(session);
  const network = new StubNetwork(answers);
  const store = createStore();
  store.dispatch(boardRead(readOf(snapshot(9, []))));
  store.dispatch(pastRead(readOf(snapshot(2, [seen]))));
  const queued: BoardMutation[] = [];
  const actions: unknown[] = [];
  const live = { changes: { outbox: { add: (made: BoardMutation) => queued.push(made) } } };
  const project = { id: PROJECT, name: 'Shop', workspaceId: WORKSPACE, role: 'maintainer' as const };
  const user = userEvent.setup();
  render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <I18nProvider>
          <RealtimeClientContext value={live as unknown as RealtimeClient}>
            <PastTask
              project={{ ...project, canEdit: true, canRestoreTasks: true }}
              taskId={CARD}
              names={{
                personName: () => '',
                projectName: (id) => (id === SITE ? 'Site' : undefined),
                columnName: (state) => state,
                labelName: (id) => (id === UI ? 'UI' : undefined),
              }}
              commit={(_taskId, make, _notice, elsewhere, action) => {
                const made = elsewhere && make(elsewhere, undefined as never);
                if (made) queued.push(made);
                actions.push(action);
              }}
              onClose={() => undefined}
            />
          </RealtimeClientContext>
        </I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );
  await screen.findByRole('dialog');
  return { user, network, queued, actions, bodies: () => queued.map(({ entry }) => entry.body) };
}

const restoreButton = () => screen.findByRole('button', { name: 'Restore the task' });
const toast = () => getToast()?.description;
const answered = async (network: StubNetwork) => {
  while (network.made(RESTORE).length === 0) await act(() => new Promise((resolve) => setTimeout(resolve)));
  while (!toast()) await act(() => new Promise((resolve) => setTimeout(resolve)));
};

test('a deleted card is restored with its values of then', async () => {
  const { user, network, queued, bodies } = await open({
    [READ]: deleted,
    [RESTORE]: { body: { ...present, rev: 10, v: 10, mutationId: newId(), replayed: false } },
  });
  await user.click(await restoreButton());
  await answered(network);
  expect(toast()).toContain('is back as it was');
  expect(bodies()).toEqual([{ title: 'Paint', description: 'Blue', baseRev: 10, baseProjectId: PROJECT }]);
  act(() => getToast()?.action?.run());
  expect(queued.at(-1)?.entry).toMatchObject({ method: 'DELETE', path: `/tasks/${CARD}` });
});

test('the changes that take a card back are undone as one', async () => {
  const item = (text: string) => ({ id: newId(), text, isDone: false, rank: 'a0' });
  const checklist = [item('First'), item('Second')];
  const { user, queued, actions } = await open(
    { [READ]: { body: present } },
    { seen: { ...former, checklist } },
  );
  await user.click(await screen.findByRole('button', { name: 'Restore everything' }));
  expect(queued.map(({ pending }) => pending.change.kind)).toEqual(['patch', 'checklist', 'checklist']);
  expect(actions).toEqual([expect.any(String), actions[0], actions[0]]);
});

test('who can no longer be assigned is left out, and the dialog says so', async () => {
  const { user, bodies } = await open(
    { [READ]: { body: present } },
    { seen: { ...former, assignees: [newId()] } },
  );
  await user.click(await screen.findByRole('button', { name: 'Restore everything' }));
  expect(screen.getByText('Assignees who are no longer in the project are left out.')).toBeInTheDocument();
  expect(bodies()).toEqual([{ title: 'Paint', description: 'Blue', baseRev: 7, baseProjectId: PROJECT }]);
});

/** Answers of a server on which a label of then has been removed. */
const withoutBug = (into: string[]): Record<string, Answer> => ({
  [LABELS]: { body: [{ id: UI, workspaceId: WORKSPACE, name: 'UI', colour: 'red' }] },
  [REMOVALS]: {
    body: {
      items: [{ v: 5, type: 'label.removed', changes: [{ field: 'labels', from: [BUG], to: into }] }],
      next: null,
      people: [],
      oldestV: 0,
    },
  },
});

test('a label that has been deleted is left out, and the dialog says so', async () => {
  const { user, bodies } = await open(
    { [READ]: { body: { ...present, labels: [UI] } }, ...withoutBug([]) },
    { seen: { ...former, labels: [BUG, UI] } },
  );
  expect(await screen.findByText('Labels that have been deleted are left out.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Restore Labels' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Restore everything' }));
  expect(bodies()).toEqual([{ title: 'Paint', description: 'Blue', baseRev: 7, baseProjectId: PROJECT }]);
});

test('a label that has been merged is what it became', async () => {
  const { user, bodies } = await open(
    { [READ]: { body: { ...present, labels: [] } }, ...withoutBug([UI]) },
    { seen: { ...former, labels: [BUG] } },
  );
  expect(await screen.findByText('UI')).toBeInTheDocument();
  expect(screen.queryByText('Labels that have been deleted are left out.')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Restore everything' }));
  expect(bodies()).toMatchObject([{ labels: [UI] }]);
});

test('one that is in another project now is not offered, but its place is told', async () => {
  const { network } = await open({ [READ]: { body: { ...present, projectId: SITE } } });
  expect(
    await screen.findByText('This task is no longer on this board. It is in “Site” now.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument();
  expect(network.made(RESTORE)).toEqual([]);
});

test('nor is one that has gone where this person sees nothing', async () => {
  await open({ [READ]: refusal(404, 'Not found') });
  expect(await screen.findByText(/no longer exists, or you don’t have access/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument();
});

test('one that a large board has not loaded yet is compared with its present state', async () => {
  const { user, bodies, network } = await open({ [READ]: { body: present } });
  await user.click(await screen.findByRole('button', { name: 'Restore everything' }));
  expect(network.made('POST')).toEqual([]);
  expect(bodies()).toMatchObject([{ title: 'Paint', description: 'Blue', baseRev: 7 }]);
});

test.each([
  ['moved on by others', { projectId: SITE, rev: 9, v: 9 }, 'It is in “Site” now.'],
  ['restored and changed by others', { rev: 8, v: 12 }, 'is already back'],
])('a card that was meanwhile %s stays as they made it', async (_, now, told) => {
  const { user, network, bodies } = await open({
    [READ]: deleted,
    [RESTORE]: { body: { ...present, ...now, mutationId: newId(), replayed: false } },
  });
  await user.click(await restoreButton());
  await answered(network);
  expect(toast()).toContain(told);
  expect(bodies()).toEqual([]);
});

test('one whose texts were erased has a name, and is not offered', async () => {
  const { network } = await open({ [READ]: deleted }, { seen: { ...former, title: '', description: '' } });
  expect(screen.getByRole('dialog', { name: 'Erased task' })).toBeInTheDocument();
  while (network.made(READ).length === 0) await act(() => new Promise((resolve) => setTimeout(resolve)));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument();
});

test('a failure to find out where it is can be retried', async () => {
  const { user, network } = await open({ [READ]: refusal(503, 'Not now') });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument();
  network.answer({ [READ]: deleted });
  await user.click(again);
  expect(await restoreButton()).toBeInTheDocument();
});
