/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { CreateTaskInput, StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { act, screen, waitFor, within } from '@testing-library/react';
import { newId, task } from '#board-sync/board.fixture';
import { ids, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

// jsdom scrolls nothing.
Element.prototype.scrollTo = () => undefined;

afterEach(() => {
  closeApp();
  localStorage.clear();
  sessionStorage.clear();
});

/** Ada's personal board without cards, and the roles in its projects. */
const homeOf = (roles: { shop: ProjectRole; site: ProjectRole }): PersonalBoard => ({
  columns: taskStates.map((state: TaskState) => ({ id: state, state, tasks: [] })),
  cursors: {},
  projects: [
    { id: ids.project, name: 'Shop', workspaceId: ids.workspace, role: roles.shop },
    { id: ids.sibling, name: 'Site', workspaceId: ids.workspace, role: roles.site },
  ],
  people: [],
});

/** Goes to another page, as the browser's buttons do. */
async function go(path: string): Promise<void> {
  await act(async () => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
}

test('quick add asks for the project once, and again when tasks can no longer be added there', async () => {
  let home = homeOf({ shop: 'member', site: 'member' });
  const network = new StubNetwork({
    'GET /healthz': { body: {} },
    'GET /kanban/personal': () => ({ body: home }),
    'POST /tasks': ({ body, headers }) => ({
      status: 201,
      body: {
        ...task(body as Partial<StoredTask>),
        v: 1,
        mutationId: headers['Idempotency-Key'],
        replayed: false,
      },
    }),
  });
  const added = () =>
    network.calls.flatMap(({ method, body }) => {
      const { title, projectId } = (body ?? {}) as Partial<CreateTaskInput>;
      return method === 'POST' && title ? [[title, projectId]] : [];
    });
  const { user } = await openApp(network, '/');
  const quickAdd = async (title: string) =>
    user.type(await screen.findByRole('textbox', { name: 'Add a task to Ready' }), `${title}{Enter}`);
  const comeBack = async () => {
    await go('/search');
    await go('/');
  };
  await quickAdd('Paint');
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('combobox', { name: 'Project' }));
  await user.click(screen.getByRole('option', { name: 'Shop' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(added()).toEqual([['Paint', ids.project]]));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  await comeBack();
  await quickAdd('Sand');
  await waitFor(() => expect(added()).toContainEqual(['Sand', ids.project]));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

  home = homeOf({ shop: 'viewer', site: 'member' });
  await comeBack();
  await quickAdd('Varnish');
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(added()).toHaveLength(2);
});

describe('what is typed before the dialog of its task opens', () => {
  const openHome = (path: string) =>
    openApp(
      new StubNetwork({
        'GET /healthz': { body: {} },
        'GET /kanban/personal': { body: homeOf({ shop: 'member', site: 'member' }) },
      }),
      path,
    );
  const titleField = async () =>
    within(await screen.findByRole('dialog')).findByRole('textbox', { name: 'Title' });

  test('into quick add, which asks for the project, is not discarded without asking', async () => {
    const { user } = await openHome('/');
    await user.type(await screen.findByRole('textbox', { name: 'Add a task to Ready' }), 'Paint{Enter}');
    expect(await titleField()).toHaveValue('Paint');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await titleField()).toHaveValue('Paint');
  });

  test('in another app that shares it outlives the page', async () => {
    const { user } = await openHome('/search');
    await go('/?share-title=Paint&share-text=Blue');
    expect(await titleField()).toHaveValue('Paint');
    await go('/search');
    await go('/');
    expect(await titleField()).toHaveValue('Paint');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Blue');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(sessionStorage).toHaveLength(0);
  });
});

test('SPEC.md#labels: a label that was deleted is not in the filter of a link', async () => {
  const gone = '00000000-0000-4000-8000-000000000099';
  const network = new StubNetwork({
    'GET /healthz': { body: {} },
    'GET /kanban/personal': { body: homeOf({ shop: 'member', site: 'member' }) },
    [`GET /workspaces/${ids.workspace}/labels`]: { body: [] },
  });
  await openApp(network, `/?title=logo&labels=${gone}`);
  await waitFor(() => expect(place()).toBe('/?title=logo'));
});

const person = (id: string, firstName: string) => ({ id, firstName, surname: 'Test' });
const member = (id: string, firstName: string, roleId: string) => ({
  user: person(id, firstName),
  roleId,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
});

/** Ada's personal board of one project, with its people and those of its workspace, and these ready tasks. */
function peopled(tasks: StoredTask[] = []) {
  const home = homeOf({ shop: 'owner', site: 'owner' });
  const columns = home.columns.map((column) => (column.state === 'READY' ? { ...column, tasks } : column));
  return new StubNetwork({
    'GET /healthz': { body: {} },
    'GET /kanban/personal': { body: { ...home, columns, projects: home.projects.slice(0, 1) } },
    [`GET /projectUsers/${ids.project}`]: {
      body: [member(ids.bob, 'Bob', 'owner'), member(ids.cleo, 'Cleo', 'viewer')],
    },
    [`GET /workspaceUsers/${ids.workspace}`]: {
      body: [
        member(ids.ada, 'Ada', 'owner'),
        member(ids.bob, 'Bob', 'member'),
        member(ids.cleo, 'Cleo', 'maintainer'),
        member(ids.sibling, 'Dave', 'member'),
      ],
    },
  });
}

test('who inherits a role from the workspace is named, and can be assigned', async () => {
  const { user } = await openApp(peopled(), '/');
  await user.click(await screen.findByRole('button', { name: 'New task' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('button', { name: 'Ada Test' })).toBeVisible();
  await user.click(within(dialog).getByRole('combobox', { name: 'Assignees' }));
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'BTBob Test',
      'CTCleo Test',
      'ATAda Test',
    ]),
  );
});

test('a viewer of the project can be mentioned, as on its own board', async () => {
  const card = task({ projectId: ids.project, title: 'Paint', state: 'READY', rev: 1 });
  const network = peopled([card]);
  network.answer({
    [`GET /projectUsers/${ids.project}`]: { body: [member(newId(), 'Eve', 'viewer')] },
    [`GET /tasks/${card.id}/comments`]: { body: { comments: [], next: null, v: 1, people: [] } },
    [`GET /kanban/project/${ids.project}/activity?taskId=${card.id}`]: {
      body: { items: [], next: null, people: [], oldestV: 0 },
    },
  });
  const { user } = await openApp(network, '/');
  await go(`/?task=${card.id}`);
  const field = await screen.findByRole('textbox', { name: 'Write a comment' });
  await user.type(field, '@');
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain('ETEve Test'),
  );
});
