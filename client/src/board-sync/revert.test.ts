/** @jest-environment jsdom */
import { newId, PROJECT, snapshot, USER, withSnapshot } from './board.fixture';
import { noBoards } from './board.types';
import { patchTask } from './edit.mutations';
import { AT_ITS_END, createTask, moveTask } from './mutations';
import { isOverwritten, revert } from './revert';
import { UndoHistory } from './undo';
import { a, b, boardOf, c, change, clock, members, OTHER, op } from './undo.fixture';

beforeEach(() => sessionStorage.clear());

const ELSEWHERE = '55555555-5555-4555-8555-555555555555';

describe('undo of a creation', () => {
  const mutation = createTask(clock, boardOf(), USER, { title: 'New', projectId: PROJECT });
  const { change: made } = mutation.pending;
  if (made.kind !== 'create') throw new Error('no creation');
  const history = () => new UndoHistory(USER, () => sessionStorage);
  const add = (kept: UndoHistory) =>
    kept.add({ boardId: PROJECT, mutation, before: made.task, place: AT_ITS_END });
  const situation = { clock, board: boardOf(), userId: USER, canRestore: true, isPending: false };

  test('deletes the task, if it is still there', () => {
    const [back, ...more] = revert(add(history()), { ...situation, now: made.task });
    expect(back?.entry).toMatchObject({ method: 'DELETE', path: `/tasks/${made.task.id}` });
    expect([more, revert(add(history()), { ...situation, now: undefined })]).toEqual([[], []]);
  });

  test('notices whatever someone else has done with it, a comment or a change whose op was missed', () => {
    const kept = history();
    const undoable = add(kept);
    const comment = (actorId: string) =>
      ({ ...op('task.patched', {}, actorId), type: 'comment.added', taskId: made.task.id }) as never;
    kept.observe([comment(USER)]);
    expect(isOverwritten(undoable, { ...made.task, rank: 'a9', rev: 4 })).toBe(false);
    expect(isOverwritten(undoable, { ...made.task, title: 'Theirs' })).toBe(true);
    kept.observe([comment(OTHER)]);
    expect([isOverwritten(undoable, made.task), isOverwritten(undoable, undefined)]).toEqual([true, false]);
  });
});

describe('undo of an edit that has moved the task to another project', () => {
  const [label, theirs] = [newId(), newId()];
  const before = { ...b, labels: [label], assignees: [USER] };
  const leave = () => {
    const { history, undoable } = change((board) =>
      patchTask(clock, board, before, { projectId: ELSEWHERE, title: 'New' }),
    );
    return { history, undoable: { ...undoable, before } };
  };
  const away = { ...before, projectId: ELSEWHERE, title: 'New', labels: [theirs], assignees: [], rev: 9 };
  const empty = withSnapshot(noBoards, { ...snapshot(2, [a, c]), members });
  const backOf = (now: typeof b, board = boardOf(empty)) =>
    revert(leave().undoable, { clock, board, now, userId: USER, canRestore: true, isPending: false });

  test('moves it back with what the move took from it, and leaves what others have added', () => {
    const [back, ...more] = backOf(away);
    expect(back?.entry).toMatchObject({
      method: 'PUT',
      path: `/tasks/${b.id}`,
      projectId: ELSEWHERE,
      body: {
        projectId: PROJECT,
        title: b.title,
        labels: [theirs, label],
        assignees: [USER],
        baseRev: 9,
        baseProjectId: ELSEWHERE,
      },
    });
    expect(more).toEqual([]);
  });

  test('follows it in the queue while it waits', () => {
    const [back] = backOf({ ...before, title: 'New' }, boardOf());
    expect(back?.entry).toMatchObject({ projectId: PROJECT, body: { projectId: PROJECT, title: b.title } });
  });

  test('says so if someone has moved it on', () => {
    const { undoable } = leave();
    const isChanged = (projectId: string) => isOverwritten(undoable, { ...away, projectId });
    expect([ELSEWHERE, PROJECT, newId()].map(isChanged)).toEqual([false, false, true]);
  });
});

test('undo of the column of a card that someone has moved to another project changes its column there', () => {
  const { undoable } = change((board) =>
    moveTask(clock, board, b, 'DONE', { afterId: null, beforeId: null }),
  );
  const now = { ...b, projectId: ELSEWHERE, state: 'DONE' as const };
  const board = boardOf(withSnapshot(noBoards, snapshot(2, [a, c])));
  const [back] = revert(undoable, { clock, board, now, userId: USER, canRestore: true, isPending: false });
  expect(back?.entry).toMatchObject({ method: 'PUT', projectId: ELSEWHERE, body: { state: 'READY' } });
});
