/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { CommentsPage } from '@livelane/shared/comments/comment.schema';
import { act, screen, waitFor } from '@testing-library/react';
import { deleteDB } from 'idb';
import { newId, op, PROJECT, range, snapshot, withColumnName } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead, opsReceived } from '#board-sync/board.slice';
import { readStoredThread } from '#board-sync/board.storage';
import { connectionChanged } from '#board-sync/realtime.slice';
import { commentEdits, keepCommentBase, keepCommentDraft } from '#features/comments/comment.draft';
import { STORED_BOARDS_DATABASE, setSession } from '#lib/session';
import { ids, StubNetwork } from '#test/network';
import { answers, card, moved, open, page, said } from './taskConversation.fixture';

afterEach(() => {
  sessionStorage.clear();
  setSession(null);
});

const composer = () => screen.findByRole('textbox', { name: 'Write a comment' });

it('R26 shows comments in Markdown between what was done, and paints a new one at once', async () => {
  const { made, user } = open();
  expect(await screen.findByText('dry')).toBeInTheDocument();
  expect(screen.getByText('Bob Ōtani changed the task')).toBeInTheDocument();
  expect(screen.getByText('Ready')).toBeInTheDocument();
  expect(screen.getByText('Review')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('A removed: red added: blue wall');
  const field = await composer();
  await user.type(field, 'Since noon{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Since noon')).toBeInTheDocument();
  expect(screen.getByText('(not sent yet)')).toBeInTheDocument();
  expect(field).toHaveValue('');
  expect(made[0]?.entry).toMatchObject({ method: 'POST', path: `/tasks/${card.id}/comments` });
});

it('calls a column by its name on the board', async () => {
  const { store } = open();
  expect(await screen.findByText('Review')).toBeInTheDocument();
  const renamed = withColumnName(snapshot(6, [card]), 'REVIEW', 'Proofreading');
  // The comments are read again, too.
  await act(async () => void store.dispatch(boardRead(readOf(renamed))));
  expect(screen.getByText('Proofreading')).toBeInTheDocument();
  expect(screen.queryByText('Review')).not.toBeInTheDocument();
});

it('R10 reads comments that have missed ops until the server answers', async () => {
  const { store, network } = open('member', new StubNetwork({ ...answers }));
  await screen.findByText('dry');
  const path = `GET /tasks/${card.id}/comments`;
  network.answer({ [path]: { status: 503, body: {} } });
  jest.useFakeTimers();
  try {
    await act(async () => void store.dispatch(boardRead(readOf(snapshot(6, [card])))));
    await act(() => jest.advanceTimersByTimeAsync(0));
    const missed = { ...said, id: newId(), text: 'Since noon', rev: 6 };
    network.answer({ [path]: { body: { ...page, comments: [said, missed], v: 6 } } });
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('Since noon')).toBeInTheDocument();
    expect(network.made(path)).toHaveLength(3);
  } finally {
    jest.useRealTimers();
  }
});

it('R10 reads comments again that a change has overtaken on the way', async () => {
  let answer = (_body: CommentsPage) => {};
  const path = `GET /tasks/${card.id}/comments`;
  const network = new StubNetwork({
    ...answers,
    [path]: () =>
      new Promise((resolve) => {
        answer = (body) => resolve({ body });
      }),
  });
  const { store } = open('member', network);
  await waitFor(() => expect(network.made(path)).toHaveLength(1));
  const missed = { ...said, id: newId(), text: 'Since noon', rev: 6 };
  const deleted = op(6, { type: 'task.deleted', taskId: card.id });
  const added = { ...deleted, type: 'comment.added', patch: { comment: missed } } as Op;
  await act(async () => void store.dispatch(opsReceived([range(added)])));
  await act(async () => answer(page));
  await waitFor(() => expect(network.made(path)).toHaveLength(2));
  jest.useFakeTimers();
  try {
    // A node that lags behind is asked again later, not on and on.
    await act(async () => answer(page));
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(network.made(path)).toHaveLength(2);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(network.made(path)).toHaveLength(3);
    await act(async () => answer({ ...page, comments: [said, missed], v: 6 }));
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('Since noon')).toBeInTheDocument();
    expect(network.made(path)).toHaveLength(3);
  } finally {
    jest.useRealTimers();
  }
});

it.each([
  ['comments', `GET /tasks/${card.id}/comments?before=x`],
  ['activity', `GET /kanban/project/${PROJECT}/activity?before=3&taskId=${card.id}`],
])('tells that earlier %s could not be loaded, until they are', async (what, path) => {
  const past = { items: [moved], next: 3, people: [], oldestV: 0 };
  const network = new StubNetwork({
    [`GET /tasks/${card.id}/comments`]: { body: { ...page, next: 'x' } },
    [`GET /tasks/${card.id}/comments?before=x`]: { body: { ...page, comments: [] } },
    [`GET /kanban/project/${PROJECT}/activity?taskId=${card.id}`]: { body: past },
    [`GET /kanban/project/${PROJECT}/activity?before=3&taskId=${card.id}`]: {
      body: { ...past, items: [], next: null },
    },
    [path]: { status: 503, body: {} },
  });
  const { user } = open('member', network);
  await user.click(await screen.findByRole('button', { name: 'Show earlier activity' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(`The ${what} could not be loaded.`);
  network.answer({ [path]: { body: { ...past, ...page, comments: [], items: [], next: null } } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(screen.getByText('dry')).toBeInTheDocument();
});

it('mentions people by the keyboard', async () => {
  const { made, user } = open();
  const field = await composer();
  await user.type(field, 'Ask @ot');
  expect(await screen.findByRole('option', { name: /Bob/ })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}');
  expect(field).toHaveValue('Ask @Bob Ōtani ');
  await user.type(field, '@');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  const text = `Ask @[Bob Ōtani](user:${ids.bob}) @`;
  expect(made[0]?.pending.change).toMatchObject({ comment: { text, mentions: [ids.bob] } });
});

it('keeps what was typed through a reload', async () => {
  const { user, unmount } = open();
  await user.type(await composer(), 'Half a sen');
  unmount();
  open();
  expect(await composer()).toHaveValue('Half a sen');
});

it('keeps what was typed into a comment that is edited through a reload, until it is saved', async () => {
  const own = { ...page, comments: [{ ...said, authorId: ids.ada }] };
  const network = () => new StubNetwork({ ...answers, [`GET /tasks/${card.id}/comments`]: { body: own } });
  const first = open('member', network());
  await first.user.click(await screen.findByRole('button', { name: 'Edit comment' }));
  await first.user.type(screen.getByRole('textbox', { name: 'Edit comment' }), ' now');
  first.unmount();
  const { user, made } = open('member', network());
  const field = await screen.findByRole('textbox', { name: 'Edit comment' });
  expect(field).toHaveValue(`${said.text} now`);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(made[0]?.entry.body).toMatchObject({ text: `${said.text} now` });
  expect(sessionStorage).toHaveLength(0);
});

describe('a comment that its author edits on two devices', () => {
  const own = { ...said, authorId: ids.ada };
  const network = (comment = own) =>
    new StubNetwork({
      ...answers,
      [`GET /tasks/${card.id}/comments`]: { body: { ...page, comments: [comment] } },
    });
  const elsewhere = { text: 'On the phone', mentions: [] };
  const edited = {
    ...op(6, { type: 'task.deleted', taskId: card.id }),
    type: 'comment.edited',
    patch: { commentId: own.id, ...elsewhere },
  } as Op;
  const edit = async ({ user }: ReturnType<typeof open>, text: string) => {
    await user.click(await screen.findByRole('button', { name: 'Edit comment' }));
    await user.type(screen.getByRole('textbox', { name: 'Edit comment' }), text);
  };
  const save = () => screen.getByRole('button', { name: 'Save' });

  it('R26 is saved on the text that was there when they began', async () => {
    const here = open('member', network());
    await edit(here, ' now');
    act(() => void here.store.dispatch(opsReceived([range(edited)])));
    await here.user.click(save());
    expect(here.made.map(({ entry }) => entry.body)).toMatchObject([{ text: `${own.text} now`, baseRev: 5 }]);
  });

  it('R26 is so after a reload, too', async () => {
    const first = open('member', network());
    await edit(first, ' now');
    first.unmount();
    const { user, made } = open('member', network({ ...own, ...elsewhere, rev: 6 }));
    await screen.findByRole('textbox', { name: 'Edit comment' });
    await user.click(save());
    expect(made[0]?.entry.body).toMatchObject({ text: `${own.text} now`, baseRev: 5 });
  });

  it('stays as it is there when nothing was typed here', async () => {
    const here = open('member', network());
    await edit(here, ' ');
    await here.user.keyboard('{Backspace}');
    act(() => void here.store.dispatch(opsReceived([range(edited)])));
    await here.user.click(save());
    expect(here.made).toEqual([]);
    expect(screen.getByText(elsewhere.text)).toBeInTheDocument();
  });
});

/** Ada's own comment is being edited. */
async function editing() {
  const own = { ...page, comments: [{ ...said, authorId: ids.ada }] };
  const network = new StubNetwork({ ...answers, [`GET /tasks/${card.id}/comments`]: { body: own } });
  const opened = open('member', network);
  await opened.user.click(await screen.findByRole('button', { name: 'Edit comment' }));
  await opened.user.type(screen.getByRole('textbox', { name: 'Edit comment' }), ' now');
  return opened;
}

it('keeps what was typed into a comment that someone deletes, to be copied or discarded', async () => {
  const { store, user } = await editing();
  const deleted = { ...op(6, { type: 'task.deleted', taskId: card.id }), type: 'comment.deleted' };
  const patch = { commentId: said.id };
  act(() => void store.dispatch(opsReceived([range({ ...deleted, patch } as Op)])));
  expect(screen.getByText('This comment has been deleted.')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Edit comment' })).toHaveTextContent(/- \[ \] look now/);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('This comment has been deleted.')).not.toBeInTheDocument();
  expect(sessionStorage).toHaveLength(0);
});

it('does not call a comment of an older page deleted when the line is lost', async () => {
  const older = { ...said, id: newId(), authorId: ids.ada };
  keepCommentBase(ids.ada, older.id, older);
  keepCommentDraft(ids.ada, older.id, 'Half a sen');
  const first = { ...page, next: 'x' };
  const { store } = open(
    'member',
    new StubNetwork({ ...answers, [`GET /tasks/${card.id}/comments`]: { body: first } }),
  );
  await screen.findByText('dry');
  act(() => void store.dispatch(connectionChanged('offline')));
  expect(screen.queryByText('This comment has been deleted.')).not.toBeInTheDocument();
});

it('keeps what was typed into a comment by someone who loses the right to save it', async () => {
  const { show } = await editing();
  show('viewer');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(commentEdits(ids.ada, card.id)).toMatchObject([{ text: `${said.text} now` }]);
  show('member');
  expect(screen.getByRole('textbox', { name: 'Edit comment' })).toHaveValue(`${said.text} now`);
});

it('shows the comments that were read here last when there is no server, and reads them again when there is', async () => {
  // The previous session's end also deletes stored data, but at any time.
  await deleteDB(STORED_BOARDS_DATABASE);
  const first = open();
  await screen.findByText('dry');
  await waitFor(async () => expect(await readStoredThread(ids.ada, card.id)).toMatchObject({ page }));
  first.unmount();
  const network = new StubNetwork(answers);
  network.isDown = true;
  const { store, unmount } = open('member', network, 'offline');
  expect(await screen.findByText('dry')).toBeInTheDocument();
  expect(screen.queryByText('The comments could not be loaded.')).not.toBeInTheDocument();
  network.isDown = false;
  act(() => void store.dispatch(connectionChanged('live')));
  await waitFor(() => expect(network.made()).toContain(`GET /tasks/${card.id}/comments`));
  unmount();
  expect(await readStoredThread(ids.bob, card.id)).toBeNull();
});

describe('the focus', () => {
  const own = ['First', 'Second'].map((text) => ({ ...said, id: newId(), authorId: ids.ada, text }));
  const openOwn = () =>
    open(
      'member',
      new StubNetwork({
        ...answers,
        [`GET /tasks/${card.id}/comments`]: { body: { ...page, comments: own } },
        [`GET /kanban/project/${PROJECT}/activity?taskId=${card.id}`]: {
          body: {
            items: [{ ...moved, v: 6, at: '2026-02-01T11:00:00.000Z' }],
            next: null,
            people: [],
            oldestV: 0,
          },
        },
      }),
    );

  it('is in the field again after a comment is sent by its button', async () => {
    const { user } = openOwn();
    await user.type(await composer(), 'Since noon');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    expect(await composer()).toHaveFocus();
  });

  it('is on the comment that is nearest to a deleted one', async () => {
    const { user } = openOwn();
    const [kept, deleted] = (await screen.findAllByRole('button', { name: 'Delete comment' })) as [
      HTMLElement,
      HTMLElement,
    ];
    await user.click(deleted);
    expect(deleted).not.toBeInTheDocument();
    expect(kept).toHaveFocus();
  });
});

it('lets people change their own comments only, and viewers none', async () => {
  const own = { ...said, authorId: ids.ada };
  const { made, user, unmount } = open(
    'member',
    new StubNetwork({
      ...answers,
      [`GET /tasks/${card.id}/comments`]: { body: { ...page, comments: [own] } },
    }),
  );
  await user.click(await screen.findByRole('checkbox', { name: 'look' }));
  expect(made[0]?.entry).toMatchObject({
    method: 'PUT',
    body: { text: 'Is it **dry**?\n\n- [x] look', baseRev: 5 },
  });
  await user.click(screen.getByRole('button', { name: 'Edit comment' }));
  const field = screen.getByRole('textbox', { name: 'Edit comment' });
  await user.clear(field);
  await user.type(field, 'Is it wet?');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Is it wet?')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Delete comment' }));
  expect(screen.queryByText('Is it wet?')).not.toBeInTheDocument();
  expect(made.map(({ entry }) => entry.method)).toEqual(['PUT', 'PUT', 'DELETE']);
  unmount();
  open('viewer');
  expect(await screen.findByRole('checkbox', { name: 'look' })).toBeDisabled();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete comment' })).not.toBeInTheDocument();
});
