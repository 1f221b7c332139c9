/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { deleteDB } from 'idb';
import { newId, PROJECT } from '#board-sync/board.fixture';
import { readStoredThread } from '#board-sync/board.storage';
import { connectionChanged } from '#board-sync/realtime.slice';
import { STORED_BOARDS_DATABASE, setSession } from '#lib/session';
import { ids, StubNetwork } from '#test/network';
import { dismissToast, getToast, showToast } from '#ui/toast/toast.store';
import { answers, card, moved, open, page, said } from './taskConversation.fixture';

// jsdom scrolls nothing.
Element.prototype.scrollIntoView = () => undefined;

const COMMENTS = `GET /tasks/${card.id}/comments`;
const DELETED = 'This comment has been deleted.';
const named = `?comment=${said.id}`;
const told = () => getToast()?.description;

afterEach(() => {
  dismissToast(getToast()?.id ?? 0);
  sessionStorage.clear();
  setSession(null);
});

it('a link to a comment from before the last changes of its task shows it', async () => {
  const later = { ...moved, v: 400, at: '2026-03-01T10:00:00.000Z' };
  const newest = { ...said, id: newId(), text: 'Yes', createdAt: '2026-04-01T10:00:00.000Z' };
  const network = new StubNetwork({
    ...answers,
    [COMMENTS]: { body: { ...page, comments: [newest], next: 'x' } },
    [`${COMMENTS}?before=x`]: { body: page },
    [`GET /kanban/project/${PROJECT}/activity?taskId=${card.id}`]: {
      body: { items: [later], next: 400, people: [], oldestV: 0 },
    },
  });
  const { user, follow } = open('member', network, 'live', named);
  const text = await screen.findByText('dry');
  expect(text.closest('li')).toHaveFocus();
  expect(screen.queryByText('Bob Ōtani changed the task')).not.toBeInTheDocument();
  // A choice of the user stands until another link is followed.
  const show = within(screen.getByRole('group', { name: 'Show' }));
  await user.click(show.getByRole('button', { name: 'Activity' }));
  expect(await screen.findByText('Bob Ōtani changed the task')).toBeInTheDocument();
  follow(`?comment=${newest.id}`);
  expect(screen.getByText('Yes').closest('li')).toHaveFocus();
});

it('a link to a comment that was deleted says so', async () => {
  open('member', new StubNetwork(answers), 'live', `?comment=${newId()}`);
  await screen.findByText('dry');
  await waitFor(() => expect(told()).toBe(DELETED));
});

it('a link to a comment that was deleted says so once, however often the line comes back', async () => {
  const { store } = open('member', new StubNetwork(answers), 'live', `?comment=${newId()}`);
  await waitFor(() => expect(told()).toBe(DELETED));
  act(() => showToast({ description: 'Another' }));
  act(() => void store.dispatch(connectionChanged('offline')));
  act(() => void store.dispatch(connectionChanged('live')));
  await screen.findByText('dry');
  expect(told()).toBe('Another');
});

it('a link to a comment that its own reader deletes leaves the toast that takes it back', async () => {
  const own = { ...page, comments: [{ ...said, authorId: ids.ada }] };
  const { user } = open('member', new StubNetwork({ ...answers, [COMMENTS]: { body: own } }), 'live', named);
  await user.click(await screen.findByRole('button', { name: 'Delete comment' }));
  expect(screen.queryByText('dry')).not.toBeInTheDocument();
  expect(told()).toBeUndefined();
});

it('a comment that its reader deletes is not looked for among older ones', async () => {
  const last = { ...said, id: newId(), text: 'Last', createdAt: '2026-03-01T10:00:00.000Z' };
  const own = { ...page, comments: [{ ...said, authorId: ids.ada }, last], next: 'x' };
  const network = new StubNetwork({ ...answers, [COMMENTS]: { body: own } });
  const { user } = open('member', network, 'live', named);
  await user.click(await screen.findByRole('button', { name: 'Delete comment' }));
  expect(screen.getByText('Last')).toBeInTheDocument();
  expect(network.made(`${COMMENTS}?`)).toEqual([]);
});

describe('without a server', () => {
  const later = { ...said, id: newId(), text: 'Since noon', createdAt: '2026-04-01T10:00:00.000Z' };
  const link = `?comment=${later.id}`;

  it('a link to a comment that is not stored here does not call it deleted, and finds it later', async () => {
    await deleteDB(STORED_BOARDS_DATABASE);
    const first = open();
    await screen.findByText('dry');
    await waitFor(async () => expect(await readStoredThread(ids.ada, card.id)).toMatchObject({ page }));
    first.unmount();
    const network = new StubNetwork({
      ...answers,
      [COMMENTS]: { body: { ...page, comments: [said, later] } },
    });
    network.isDown = true;
    const { store } = open('member', network, 'offline', link);
    await screen.findByText('dry');
    expect(told()).toBeUndefined();
    network.isDown = false;
    act(() => void store.dispatch(connectionChanged('live')));
    expect(await screen.findByText('Since noon')).toBeInTheDocument();
    expect(told()).toBeUndefined();
  });

  it('nor does one that is followed while older comments cannot be read', async () => {
    const network = new StubNetwork({
      ...answers,
      [COMMENTS]: { body: { ...page, comments: [later], next: 'x' } },
      [`${COMMENTS}?before=x`]: { body: page },
    });
    const { store, follow } = open('member', network);
    await screen.findByText('Since noon');
    act(() => void store.dispatch(connectionChanged('offline')));
    follow(named);
    expect(told()).toBeUndefined();
    act(() => void store.dispatch(connectionChanged('live')));
    expect((await screen.findByText('dry')).closest('li')).toHaveFocus();
    expect(told()).toBeUndefined();
  });
});
