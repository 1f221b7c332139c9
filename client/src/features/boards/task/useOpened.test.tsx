/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { BrowserRouter, useNavigate } from 'react-router-dom';
import { newId, PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead } from '#board-sync/board.slice';
import { saveDraft } from '#features/tasks/task.draft';
import { newTaskValues, valuesOf } from '#features/tasks/task.form';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { useAppDispatch } from '#store/hooks';
import { createStore } from '#store/store';
import { type Answer, ids, refusal, StubNetwork, session } from '#test/network';
import { dismissToast, getToast } from '#ui/toast/toast.store';
import { useOpened } from './useOpened';

const named = task({ title: 'Paint the fence' });
const other = task({ title: 'Mow the lawn' });
const commentId = newId();

/** Text for a new task, or for one that is open, typed before the page was loaded. */
function typed(opened?: typeof named) {
  const values = opened
    ? { ...valuesOf(opened), title: 'Typed' }
    : newTaskValues(ids.ada, 'Typed', { projectId: PROJECT });
  saveDraft({
    userId: ids.ada,
    boardId: PROJECT,
    ...(opened && { opened }),
    values,
    touched: ['title'],
    seen: { values, revs: {} },
  });
}

const useDialogs = (on: string) => ({
  ...useOpened(on, undefined),
  follow: useNavigate(),
  dispatch: useAppDispatch(),
});

const whole = boardRead(readOf(snapshot(1, [named, other])));

/** The dialogs of a board that is opened at an address; the server gives these answers. */
function at(address: string, answers: Record<string, Answer> = {}, isRead = true) {
  new StubNetwork(answers);
  window.history.replaceState(null, '', address);
  const store = createStore();
  if (isRead) store.dispatch(whole);
  return renderHook(({ on }) => useDialogs(on), {
    initialProps: { on: PROJECT },
    wrapper: ({ children }) => (
      <Provider store={store}>
        <QueryClientProvider client={new QueryClient()}>
          <I18nProvider>
            <BrowserRouter>{children}</BrowserRouter>
          </I18nProvider>
        </QueryClientProvider>
      </Provider>
    ),
  });
}

beforeEach(() => setSession(session));
afterEach(() => {
  sessionStorage.clear();
  setSession(null);
});

test.each([
  ['a new task', undefined],
  ['another task', other],
])('text typed for %s stays open where the address names a task, which opens after it', async (_, opened) => {
  typed(opened);
  const { result } = at(`/project/${PROJECT}?task=${named.id}`);
  await waitFor(() => expect(result.current.open).toMatchObject({ draft: { touched: ['title'] } }));
  act(() => result.current.close());
  expect(result.current.open).toEqual({ kind: 'edit', task: named });
  expect(window.location.search).toBe(`?task=${named.id}`);
});

test('text typed for the task that the address names opens once', async () => {
  typed(named);
  const { result } = at(`/project/${PROJECT}?task=${named.id}`);
  await waitFor(() => expect(result.current.open).toMatchObject({ draft: { opened: { id: named.id } } }));
  act(() => result.current.close());
  expect(result.current.open).toBeNull();
});

test('typed text stays open where another app shares a task, which opens after it', async () => {
  typed();
  const { result } = at(`/project/${PROJECT}?share-title=Buy%20paint`);
  await waitFor(() => expect(result.current.open).toMatchObject({ draft: { values: { title: 'Typed' } } }));
  act(() => result.current.close());
  expect(result.current.open).toMatchObject({ kind: 'new', given: { title: 'Buy paint' } });
});

test('a link to another board keeps the text of this one, and opens no dialog there', async () => {
  const { result, rerender } = at(`/project/${PROJECT}`);
  act(() => result.current.showTask(other.id, false));
  typed(other);
  rerender({ on: ids.sibling });
  expect(result.current.open).toBeNull();
  rerender({ on: PROJECT });
  expect(result.current.open).toMatchObject({ kind: 'edit', draft: { opened: { id: other.id } } });
});

test('a link to another task asks about the open one, which the other follows', () => {
  const { result } = at(`/project/${PROJECT}`);
  act(() => result.current.showTask(named.id, false));
  act(() => void result.current.follow(`/project/${PROJECT}?task=${other.id}`));
  expect(result.current.open).toEqual({ kind: 'edit', task: named, isStep: false, isLeft: true });
  act(() => result.current.close());
  expect(result.current.open).toEqual({ kind: 'edit', task: other });
  expect(window.location.search).toBe(`?task=${other.id}`);
});

test('a link to a comment of another task leads to it once the open task is closed', () => {
  const { result } = at(`/project/${PROJECT}`);
  act(() => result.current.showTask(named.id, false));
  act(() => void result.current.follow(`/project/${PROJECT}?task=${other.id}&comment=${commentId}`));
  act(() => result.current.close());
  expect(result.current.open).toEqual({ kind: 'edit', task: other });
  expect(window.location.search).toBe(`?task=${other.id}&comment=${commentId}`);
  act(() => result.current.showTask(named.id, true));
  expect(window.location.search).toBe(`?task=${named.id}`);
});

test('the address names the open task again after its user has kept it open', () => {
  const { result } = at(`/project/${PROJECT}`);
  act(() => result.current.showTask(named.id, false));
  act(() => void result.current.follow(`/project/${PROJECT}?task=${other.id}`));
  act(() => result.current.stay({ kind: 'edit', task: named, isLeft: true }));
  expect(window.location.search).toBe(`?task=${named.id}`);
  act(() => result.current.close());
  expect(result.current.open).toBeNull();
});

test('a link to a task asks about a new one, and leaves the address if its user keeps it open', () => {
  const { result } = at(`/project/${PROJECT}`);
  act(() => result.current.setOpen({ kind: 'new', state: 'READY' }));
  act(() => void result.current.follow(`/project/${PROJECT}?task=${other.id}`));
  expect(result.current.open).toEqual({ kind: 'new', state: 'READY', isLeft: true });
  act(() => result.current.stay({ kind: 'new', state: 'READY', isLeft: true }));
  expect(result.current.open).toEqual({ kind: 'new', state: 'READY', isLeft: false });
  expect(window.location.search).toBe('');
});

describe('a task that is asked for, but not on the board,', () => {
  const goneId = newId();
  const GET = `GET /tasks/${goneId}`;
  afterEach(() => dismissToast(getToast()?.id ?? 0));

  test('opens on its own board, from which going back leads here', async () => {
    const { result } = at(`/project/${PROJECT}?priority=HIGH`, {
      [GET]: { body: { projectId: ids.sibling } },
    });
    const entries = window.history.length;
    act(() => result.current.openTaskNext(goneId));
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe(
        `/project/${ids.sibling}?task=${goneId}`,
      ),
    );
    expect(window.history.length).toBe(entries + 1);
  });

  test('is said to be missing each time if it is deleted, and leaves the address', async () => {
    const { result } = at(`/project/${PROJECT}?priority=HIGH`, { [GET]: refusal(404, 'Gone') });
    const entries = window.history.length;
    for (let times = 0; times < 2; times++) {
      act(() => result.current.openTaskNext(goneId));
      await waitFor(() => expect(getToast()?.description).toMatch('This task no longer exists'));
      dismissToast(getToast()?.id ?? 0);
    }
    expect(window.location.search).toBe('?priority=HIGH');
    expect(window.history.length).toBe(entries);
  });

  test('opens once all cards are here', async () => {
    const { result } = at(`/project/${PROJECT}`, {}, false);
    act(() => result.current.openTaskNext(named.id));
    expect(result.current.open).toBeNull();
    act(() => void result.current.dispatch(whole));
    await waitFor(() => expect(result.current.open).toEqual({ kind: 'edit', task: named }));
  });
});
