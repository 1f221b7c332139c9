/** @jest-environment jsdom */
import { act, renderHook, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { op, PROJECT, range, snapshot, task } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardRead, changeAnswered, changeMade, opsReceived } from '#board-sync/board.slice';
import { patchTask } from '#board-sync/edit.mutations';
import { connectionChanged } from '#board-sync/realtime.slice';
import { clock } from '#lib/clock';
import { createStore } from '#store/store';
import { type Answer, ids, refusal, StubNetwork } from '#test/network';
import { useLiveTask } from './useLiveTask';

const opened = task({ title: 'Paint the fence', rev: 1 });
const path = `GET /tasks/${opened.id}`;
const moved = { ...opened, projectId: ids.sibling, title: 'Paint it', rev: 7 };

/** The task is open when it leaves the board; the server then gives this answer. */
function leave(answer: Answer) {
  const network = new StubNetwork({ [path]: answer });
  const store = createStore();
  store.dispatch(boardRead(readOf(snapshot(1, [opened]))));
  store.dispatch(connectionChanged('live'));
  const { result } = renderHook(() => useLiveTask(PROJECT, opened), {
    wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
  });
  expect(result.current).toEqual({ task: opened, isElsewhere: false });
  expect(network.made()).toEqual([]);
  const deleted = op(2, { type: 'task.deleted', taskId: opened.id });
  return { network, store, result, go: () => act(() => void store.dispatch(opsReceived([range(deleted)]))) };
}

test('SPEC.md#conflicts: a task that moves to another project is not deleted, and stays as it is there', async () => {
  const { result, go } = leave({ body: moved });
  go();
  expect(result.current).toEqual({ task: opened, isElsewhere: false });
  await waitFor(() => expect(result.current).toEqual({ task: moved, isElsewhere: true }));
});

test.each([404, 410])(
  'SPEC.md#conflicts: a task that the server answers with %s is deleted',
  async (status) => {
    const { result, go } = leave(refusal(status, 'gone'));
    go();
    await waitFor(() => expect(result.current).toEqual({ task: undefined, isElsewhere: false }));
  },
);

test('a task that was undeleted is on the board again', async () => {
  const { store, result, go } = leave(refusal(410, 'gone'));
  go();
  await waitFor(() => expect(result.current.task).toBeUndefined());
  const back = op(3, { type: 'task.created', patch: opened });
  act(() => void store.dispatch(opsReceived([range(back)])));
  expect(result.current).toEqual({ task: { ...opened, rev: 3 }, isElsewhere: false });
});

test('without an answer nothing is said about it; it is asked for again once there is a connection', async () => {
  const { network, store, result, go } = leave({ body: moved });
  network.isDown = true;
  go();
  await waitFor(() => expect(network.made()).toEqual([path]));
  expect(result.current).toEqual({ task: opened, isElsewhere: false });
  act(() => void store.dispatch(connectionChanged('offline')));
  network.isDown = false;
  act(() => void store.dispatch(connectionChanged('live')));
  await waitFor(() => expect(result.current).toEqual({ task: moved, isElsewhere: true }));
});

test('a change that is made there is read after its answer', async () => {
  const { network, store, result, go } = leave({ body: moved });
  go();
  await waitFor(() => expect(result.current.isElsewhere).toBe(true));
  const { pending } = patchTask(clock, undefined, moved, { title: 'Paint it red' });
  network.answer({ [path]: { body: { ...moved, title: 'Paint it red', rev: 8 } } });
  act(() => void store.dispatch(changeMade(pending)));
  act(() => void store.dispatch(changeAnswered({ mutationId: pending.mutationId, v: 8 })));
  await waitFor(() => expect(result.current.task).toMatchObject({ title: 'Paint it red', rev: 8 }));
});
