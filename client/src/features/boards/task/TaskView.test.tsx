/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { TITLE_MAX } from '@livelane/shared/http/limits';
import type { CreateTaskInput, StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { newId, PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead } from '#board-sync/board.slice';
import type { BoardMutation } from '#board-sync/mutations';
import { loadCommentDraft } from '#features/comments/comment.draft';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { ids, StubNetwork, session } from '#test/network';
import { paste } from '#test/paste';
import { BoardContext, type BoardContextValue } from '../board.context';
import { loadItemDraft } from '../checklist/item.draft';
import TaskView from './TaskView';

const opened = task({ title: 'Paint the fence', rev: 0 });
const made = task({ title: 'Paint the fence' });

/** The view of a task of a board, for someone who may change it unless said otherwise. */
function open(network = new StubNetwork(), workspaceId?: string) {
  setSession(session);
  const store = createStore();
  store.dispatch(boardRead(readOf(snapshot(1, [opened]))));
  const board = {
    boardId: PROJECT,
    labels: new Map(),
    people: new Map(),
    settings: {},
    workspaceOf: () => workspaceId,
    onPeopleWanted: () => undefined,
  } as unknown as BoardContextValue;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onClose = jest.fn();
  const changes: BoardMutation[] = [];
  const created: CreateTaskInput[] = [];
  /** Of what was made last by each. */
  const told = { changed: [] as unknown[], created: [] as unknown[] };
  const edits: UpdateTaskInput[] = [];
  const view = (now: StoredTask | undefined, canEdit = true) => (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <I18nProvider>
          <MemoryRouter>
            <BoardContext value={board}>
              <TaskView
                mode="edit"
                opened={opened}
                task={now}
                isStep
                projects={[{ id: PROJECT, name: 'Apollo' }]}
                membersOf={() => []}
                canEdit={canEdit}
                keepAs={{ userId: ids.ada, boardId: PROJECT }}
                onCreate={async () => made}
                onMade={() => undefined}
                onSubmit={async (input) => void edits.push(input)}
                onClose={onClose}
                talk={{
                  role: canEdit ? 'member' : 'viewer',
                  members: [],
                  projectName: () => 'Apollo',
                  onChange: (make, notice, action) => {
                    changes.push(make(opened));
                    told.changed = [notice, action];
                  },
                  onCreate: async (input, action) => {
                    created.push(input);
                    told.created = [action];
                    return made;
                  },
                }}
              />
            </BoardContext>
          </MemoryRouter>
        </I18nProvider>
      </QueryClientProvider>
    </Provider>
  );
  const shown = render(view(opened));
  const show = (now: StoredTask | undefined, canEdit = true) => shown.rerender(view(now, canEdit));
  return {
    user: userEvent.setup(),
    show,
    changes,
    created,
    told,
    edits,
    network,
    onClose,
    unmount: shown.unmount,
  };
}

afterEach(() => {
  sessionStorage.clear();
  setSession(null);
});

const composer = () => screen.findByRole('textbox', { name: 'Write a comment' });
const itemField = () => screen.getByRole('textbox', { name: 'Add an item' });
const kept = (field: string) => screen.queryByRole('group', { name: field });

/** Types a comment and, last, an item, and sends neither. */
async function typeBoth({ user }: ReturnType<typeof open>): Promise<void> {
  await paste(user, await composer(), 'Half a thought');
  await paste(user, itemField(), 'Half an item');
}

test('what is typed for a task that someone deletes can be copied, and is not dropped without asking', async () => {
  const view = open();
  await typeBoth(view);
  // jsdom has no layout.
  const scrolled = jest.fn();
  Element.prototype.scrollIntoView = scrolled;
  view.show(undefined);
  const notice = screen.getByText(/This task no longer exists, or you don’t have access to it/);
  expect(notice).toBeVisible();
  expect(scrolled.mock.contexts.at(-1)).toContainElement(notice);
  expect(kept('Write a comment')).toHaveTextContent('Half a thought');
  const item = kept('Add an item');
  expect(item).toHaveTextContent('Half an item');
  await view.user.click(within(item as HTMLElement).getByRole('button', { name: 'Copy text' }));
  expect(await navigator.clipboard.readText()).toBe('Half an item');
  await view.user.keyboard('{Escape}');
  expect(await screen.findByText('Discard your changes?')).toBeVisible();
  expect(view.onClose).not.toHaveBeenCalled();
  await view.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(view.onClose).toHaveBeenCalledTimes(1);
  expect(sessionStorage).toHaveLength(0);
});

test('who loses the right to write can copy what they have typed', async () => {
  const view = open();
  await typeBoth(view);
  view.show(opened, false);
  expect(screen.getByText(/Your role no longer lets you change this task/)).toBeVisible();
  expect(kept('Write a comment')).toHaveTextContent('Half a thought');
  expect(kept('Add an item')).toHaveTextContent('Half an item');
  view.show(opened);
  expect(kept('Write a comment')).not.toBeInTheDocument();
  expect(await composer()).toHaveValue('Half a thought');
});

test('what can still be sent is not discarded with the fields of the task', async () => {
  const { user, onClose } = open();
  await paste(user, await composer(), 'Half a thought');
  await paste(user, screen.getByRole('textbox', { name: 'Title' }), ' today');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(loadCommentDraft(ids.ada, opened.id)).toBe('Half a thought');
});

test('a task that is created again takes along what was typed for it', async () => {
  const view = open();
  await typeBoth(view);
  view.show(undefined);
  await view.user.click(screen.getByRole('button', { name: 'Create again' }));
  expect(view.onClose).toHaveBeenCalledTimes(1);
  expect(loadCommentDraft(ids.ada, made.id)).toBe('Half a thought');
  expect(loadItemDraft(ids.ada, made.id)).toBe('Half an item');
  expect(sessionStorage).toHaveLength(2);
});

test('the text of the next item outlives its dialog, until it is added', async () => {
  const first = open();
  await paste(first.user, itemField(), 'Half an item');
  first.unmount();
  const { user, changes } = open();
  expect(itemField()).toHaveValue('Half an item');
  await user.type(itemField(), ' more{Enter}');
  expect(changes[0]?.entry.body).toMatchObject({ items: [{ text: 'Half an item more' }] });
  expect(sessionStorage).toHaveLength(0);
});

describe('what is typed into an item of a checklist', () => {
  const milk = { id: newId(), text: 'Milk', isDone: false, rank: 'a0' };
  const listed = { ...opened, checklist: [milk] };
  const edited = () => screen.findByRole('textbox', { name: 'Item text' });
  const openListed = () => {
    const view = open();
    view.show(listed);
    return view;
  };
  const typing = async () => {
    const view = openListed();
    await view.user.click(screen.getByRole('button', { name: 'Milk' }));
    await view.user.type(await edited(), ' and bread');
    return view;
  };

  test('outlives its dialog, and is saved as a change of the text that its user saw', async () => {
    const first = await typing();
    first.unmount();
    const { user, show, changes } = openListed();
    expect(await edited()).toHaveValue('Milk and bread');
    show({ ...listed, checklist: [{ ...milk, text: 'Oat milk' }] });
    await user.type(await edited(), '{Enter}');
    expect(changes.map(({ entry }) => entry.body)).toEqual([{ text: 'Milk and bread', baseText: 'Milk' }]);
    expect(sessionStorage).toHaveLength(0);
  });

  test('can be copied or discarded when someone removes the item, and goes on when it is back', async () => {
    const { user, show } = await typing();
    show(opened);
    expect(screen.getByText('This item is no longer on the checklist.')).toBeVisible();
    expect(kept('Item text')).toHaveTextContent('Milk and bread');
    show(listed);
    expect(kept('Item text')).not.toBeInTheDocument();
    expect(await edited()).toHaveValue('Milk and bread');
    show(opened);
    await user.click(within(kept('Item text') as HTMLElement).getByRole('button', { name: 'Discard' }));
    expect(kept('Item text')).not.toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
  });

  test('can be copied when someone deletes the task, or takes the right to change it', async () => {
    const { show } = await typing();
    show(listed, false);
    expect(screen.queryByRole('textbox', { name: 'Item text' })).not.toBeInTheDocument();
    expect(kept('Add an item')).toHaveTextContent('Milk and bread');
    show(undefined);
    expect(kept('Add an item')).toHaveTextContent('Milk and bread');
  });

  test.each(['{Escape}', '{Control>}a{/Control}{Delete}'])(
    'is not kept once it is taken back: %s',
    async (keys) => {
      const { user, unmount } = await typing();
      await user.keyboard(keys);
      unmount();
      expect(sessionStorage).toHaveLength(0);
    },
  );
});

describe('an item that becomes a task', () => {
  const promoted = async (text: string) => {
    const { user, show, changes, created, told } = open();
    show({ ...opened, checklist: [{ id: newId(), text, isDone: false, rank: 'a0' }] });
    await user.click(screen.getByRole('button', { name: /^Make “.+” a task$/ }));
    expect(changes).toHaveLength(1);
    return { created, told };
  };
  const { projectId, state, visibility } = opened;

  test('is its title', async () => {
    const { created } = await promoted('Buy paint');
    expect(created).toEqual([{ title: 'Buy paint', projectId, state, visibility }]);
  });

  test('is its description too if the title has no room for all of it', async () => {
    const text = 'Buy paint. '.repeat(40).trim();
    const { created } = await promoted(text);
    expect(created[0]).toMatchObject({ title: text.slice(0, TITLE_MAX), description: text });
  });

  test('is undone as one with its removal from the checklist', async () => {
    const { told } = await promoted('Buy paint');
    expect(told).toEqual({
      changed: ['“Buy paint” is now a task', expect.any(String)],
      created: [told.changed[1]],
    });
  });
});

test('what is typed while a label is made reaches no shortcut of the dialog', async () => {
  const path = `/workspaces/${ids.workspace}/labels`;
  const network = new StubNetwork({
    [`GET ${path}`]: { body: [] },
    [`POST ${path}`]: () => new Promise(() => undefined),
  });
  const { user } = open(network, ids.workspace);
  const field = screen.getByRole('combobox', { name: /Labels/ });
  await user.click(field);
  await user.paste('Mine');
  await user.click(await screen.findByRole('option', { name: /Mine/ }));
  await waitFor(() => expect(network.made('POST')).toHaveLength(1));
  const typedInto = jest.fn(({ target }: Event) => target);
  document.addEventListener('keydown', typedInto, { once: true });
  await user.keyboard('e');
  expect(typedInto).toHaveReturnedWith(field);
  expect(field).toHaveValue('e');
});

test('waits to save until a label that its user has made is there, and keeps one that comes meanwhile', async () => {
  const path = `/workspaces/${ids.workspace}/labels`;
  const theirs = { id: ids.sibling, workspaceId: ids.workspace, name: 'Theirs', colour: 'red' };
  const made: object[] = [];
  let answer: () => void = () => undefined;
  const network = new StubNetwork({
    [`GET ${path}`]: () => ({ body: [theirs, ...made] }),
    [`POST ${path}`]: async ({ body }) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      made.push({ ...(body as object), workspaceId: ids.workspace });
      return { status: 201, body: made[0] };
    },
  });
  const view = open(network, ids.workspace);
  const save = screen.getByRole('button', { name: 'Save' });
  await view.user.click(screen.getByRole('combobox', { name: /Labels/ }));
  await view.user.paste('Mine');
  await view.user.click(await screen.findByRole('option', { name: /Mine/ }));
  await waitFor(() => expect(network.made('POST')).toHaveLength(1));
  expect(save).toBeDisabled();
  await view.user.type(screen.getByRole('textbox', { name: 'Title' }), '{Enter}');
  expect(view.edits).toEqual([]);
  view.show({ ...opened, labels: [theirs.id], rev: 1 });
  answer();
  await waitFor(() => expect(save).toBeEnabled());
  await view.user.click(save);
  const [{ id }] = made as [{ id: string }];
  expect(view.edits).toMatchObject([{ labels: [theirs.id, id], baseRev: 1 }]);
});
