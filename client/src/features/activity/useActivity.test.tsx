/** @jest-environment jsdom */
import type { Op } from '@livelane/shared/boards/op.schema';
import type { ActivityItem } from '@livelane/shared/history/history.schema';
import type { UnknownAction } from '@reduxjs/toolkit';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { newId, op, range, snapshot, task } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead, opsReceived } from '#board-sync/board.slice';
import { createStore } from '#store/store';
import { type Answer, refusal, StubNetwork } from '#test/network';
import type { ActivityFilter } from './activity.api';
import { useActivity } from './useActivity';

const PATH = 'GET /kanban/project/p/activity?';
const ALL: ActivityFilter = { projectId: 'p' };
const OF_ANOTHER: ActivityFilter = { projectId: 'p', taskId: newId() };
const MEMBERS: ActivityFilter = { projectId: 'p', types: ['member.added'] };

const page = (versions: number[], next: number | null = null): Answer => ({
  body: { items: versions.map((v) => ({ v }) as ActivityItem), people: [], next },
});

type Asked = 'members' | 'all' | 'older' | 'olderThanNew' | 'newer' | 'anew';

/** What the panel shows. Each answer waits until `answer` gives it. */
function open() {
  const waiting: Record<string, (answer: Answer) => void> = {};
  const wait = (name: string) => () =>
    new Promise<Answer>((resolve) => Object.assign(waiting, { [name]: resolve }));
  new StubNetwork({
    [`${PATH}type=member.added`]: wait('members'),
    [PATH]: wait('all'),
    [`${PATH}taskId=${OF_ANOTHER.taskId}`]: wait('all'),
    [`${PATH}limit=100&after=3&taskId=${OF_ANOTHER.taskId}`]: wait('newer'),
    [`${PATH}before=2`]: wait('older'),
    [`${PATH}before=8`]: wait('olderThanNew'),
    [`${PATH}limit=100&after=3`]: wait('newer'),
    [`${PATH}limit=100`]: wait('anew'),
  });
  const store = createStore();
  const { result, rerender } = renderHook(({ filter, headV }) => useActivity(filter, headV), {
    initialProps: { filter: MEMBERS, headV: 1 },
    wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>,
  });
  /** Waits until something is asked. @returns what answers it */
  const takeAnswer = async (name: Asked) => {
    await waitFor(() => expect(waiting).toHaveProperty(name));
    const give = waiting[name];
    delete waiting[name];
    return (answer: Answer) =>
      act(async () => {
        give?.(answer);
        await new Promise((resolve) => setTimeout(resolve));
      });
  };
  return {
    error: () => result.current.error,
    olderError: () => result.current.olderError,
    readAgain: () => act(() => result.current.readAgain()),
    readOlder: () => act(() => result.current.readOlder?.()),
    changed: (filter = ALL) => rerender({ filter, headV: 2 }),
    versions: () => result.current.data?.items.map(({ v }) => v),
    choose: (filter: ActivityFilter) => rerender({ filter, headV: 1 }),
    dispatch: (action: UnknownAction) => act(() => void store.dispatch(action)),
    takeAnswer,
    answer: async (name: Asked, answer: Answer) => (await takeAnswer(name))(answer),
  };
}

test('an answer to a former question, which comes after the present one, is left out', async () => {
  const { versions, choose, answer } = open();
  choose(ALL);
  await answer('all', page([2, 1]));
  expect(versions()).toEqual([2, 1]);
  await answer('members', page([1]));
  expect(versions()).toEqual([2, 1]);
});

test('the error of a former question is not shown for the present one', async () => {
  const { error, choose, answer } = open();
  choose(ALL);
  await answer('members', refusal(503, 'Not now'));
  expect(error()).toBeNull();
  await answer('all', refusal(503, 'Not now'));
  choose(MEMBERS);
  expect(error()).toBeNull();
});

test('the error of a former question does not replace that of the present one', async () => {
  const { error, choose, answer } = open();
  choose(ALL);
  await answer('all', refusal(403, 'Not you'));
  await answer('members', refusal(503, 'Not now'));
  expect(error()).toMatchObject({ status: 403 });
});

test('an older page that could not be read is told of, and read again', async () => {
  const { versions, error, olderError, choose, readOlder, answer } = open();
  choose(ALL);
  await answer('all', page([3, 2], 2));
  readOlder();
  await answer('older', refusal(503, 'Not now'));
  expect(olderError()).toMatchObject({ status: 503 });
  expect(error()).toBeNull();
  readOlder();
  await answer('older', page([1]));
  expect(olderError()).toBeNull();
  expect(versions()).toEqual([3, 2, 1]);
});

test('so are new items, beside those that are here', async () => {
  const { versions, error, choose, changed, readAgain, answer } = open();
  choose(ALL);
  await answer('all', page([3, 2], 2));
  changed();
  await answer('newer', refusal(503, 'Not now'));
  expect(error()).toMatchObject({ status: 503 });
  expect(versions()).toEqual([3, 2]);
  readAgain();
  await answer('newer', page([4]));
  expect(error()).toBeNull();
  expect(versions()).toEqual([4, 3, 2]);
});

test('an older page that comes after what it continues was replaced is left out, and can be read again', async () => {
  const { versions, choose, changed, readOlder, answer } = open();
  choose(ALL);
  await answer('all', page([3, 2], 2));
  readOlder();
  changed();
  await answer('newer', page([9, 8], 8));
  await answer('older', page([1]));
  expect(versions()).toEqual([9, 8]);
  readOlder();
  await answer('olderThanNew', page([7, 3, 2, 1]));
  expect(versions()).toEqual([9, 8, 7, 3, 2, 1]);
});

test('a first answer that comes after a newer one does not replace it', async () => {
  const { versions, choose, changed, takeAnswer, answer } = open();
  choose(ALL);
  const first = await takeAnswer('all');
  changed();
  await answer('all', page([4, 3], 3));
  await first(page([3, 2], 2));
  expect(versions()).toEqual([4, 3]);
});

const taskId = newId();
const gone = op(4, { type: 'task.deleted', taskId });
const created = op(4, { type: 'task.created', patch: task({ id: taskId }) });
const uncommented = { ...gone, type: 'comment.deleted', patch: { commentId: newId() } } as Op;
const received = (change: Op) => opsReceived([{ ...range(change), projectId: 'p' }]);
const board = (v: number) => boardRead({ ...readOf(snapshot(v, [])), projectId: 'p' });

test.each<[string, UnknownAction]>([
  ['a task is hidden or deleted', received(gone)],
  ['a hidden task is shown', received(created)],
  ['a comment is deleted', received(uncommented)],
  ['the board is read again', board(3)],
])('what may be seen is read anew when %s, and an answer from before is left out', async (_what, action) => {
  const { versions, choose, changed, dispatch, answer } = open();
  dispatch(board(3));
  choose(ALL);
  await answer('all', page([3, 2], 2));
  changed();
  dispatch(action);
  await answer('newer', page([4]));
  expect(versions()).toEqual([3, 2]);
  await answer('anew', page([2]));
  expect(versions()).toEqual([2]);
});

test('other changes, and those of other projects, add to what is shown', async () => {
  const { versions, choose, changed, dispatch, answer } = open();
  choose(ALL);
  await answer('all', page([3, 2], 2));
  dispatch(received({ ...created, at: task().createdAt }));
  dispatch(opsReceived([range(gone)]));
  changed();
  await answer('newer', page([4]));
  expect(versions()).toEqual([4, 3, 2]);
});

test('so do those of other tasks to what is shown of one', async () => {
  const { versions, choose, changed, dispatch, answer } = open();
  choose(OF_ANOTHER);
  await answer('all', page([3, 2], 2));
  dispatch(received(gone));
  changed(OF_ANOTHER);
  await answer('newer', page([4]));
  expect(versions()).toEqual([4, 3, 2]);
});
