import {
  EPOCH,
  newId,
  op,
  PROJECT,
  range,
  snapshot,
  task,
  USER,
  withOps,
  withPersonal,
  withPersonalOps,
  withSnapshot,
  withStored,
} from './board.fixture';
import type { StoredBoard } from './board.storage';
import type { BoardsState } from './board.types';
import { noBoards } from './board.types';
import { personalChanges, remoteChanges } from './remoteChanges';

const me = newId();
const bob = { id: USER, firstName: 'Bob', surname: 'Test', roleId: 'member' as const };

function changed(ops: ReturnType<typeof op>[], tasks: ReturnType<typeof task>[], reader = me) {
  const before = withSnapshot(noBoards, { ...snapshot(1, tasks), members: [bob] });
  const ranges = [range(...ops)];
  return remoteChanges(before, ranges.reduce(withOps, before), ranges, reader);
}

it('says who did what to which card, and where it stands now', () => {
  const [fix, other] = [task({ title: 'Fix login' }), task({ state: 'REVIEW', rank: 'a0' })];
  const move = op(2, { type: 'task.moved', taskId: fix.id, patch: { state: 'REVIEW', rank: 'a1' } });
  expect(changed([move], [fix, other])).toEqual([
    {
      boardId: PROJECT,
      kind: 'moved',
      taskId: fix.id,
      actorId: USER,
      actor: 'Bob',
      title: 'Fix login',
      state: 'REVIEW',
      position: 2,
    },
  ]);
});

it('still knows the title of a card that is gone', () => {
  const fix = task({ title: 'Fix login' });
  const [change] = changed([op(2, { type: 'task.deleted', taskId: fix.id })], [fix]);
  expect(change).toMatchObject({ kind: 'deleted', title: 'Fix login' });
});

it('says nothing of what this user did, and nothing twice', () => {
  const fix = task();
  const edit = op(2, { type: 'task.patched', taskId: fix.id, patch: { title: 'New' } });
  expect(changed([edit], [fix], USER)).toEqual([]);
  const old = op(1, { type: 'task.patched', taskId: fix.id, patch: { title: 'Old' } });
  expect(changed([old], [fix])).toEqual([]);
});

describe('the personal board', () => {
  const fix = task({ title: 'Fix login', assignees: [me] });
  const { columns } = snapshot(1, [fix]);
  const before = withPersonal(noBoards, {
    columns,
    cursors: { [PROJECT]: { epoch: EPOCH, v: 1 } },
    projects: [{ id: PROJECT, name: 'P', workspaceId: newId(), role: 'member' }],
  });
  const newsOf = (state: BoardsState, change: ReturnType<typeof op>) => {
    const news = { ...range(change), places: {}, userId: me };
    const after = withPersonalOps(state, news);
    return { after, changes: personalChanges(state, after, news) };
  };

  it('tells of what others do to its cards, and nothing twice', () => {
    const move = op(2, { type: 'task.moved', taskId: fix.id, patch: { state: 'REVIEW', rank: 'a1' } });
    const { after, changes } = newsOf(before, move);
    expect(changes).toMatchObject([{ kind: 'moved', title: 'Fix login', actorId: USER, state: 'REVIEW' }]);
    expect(newsOf(after, move).changes).toEqual([]);
  });

  it('tells that a card was added which is given to its user', () => {
    const given = task({ title: 'Given', assignees: [me] });
    const { changes } = newsOf(before, op(2, { type: 'task.created', patch: given }));
    expect(changes).toMatchObject([{ kind: 'created', title: 'Given' }]);
  });
});

describe('a board of this browser’s storage', () => {
  const kept = task({ title: 'Kept' });
  const { boards } = withSnapshot(noBoards, snapshot(7, [kept]));
  const { view: _view, storedAt: _at, ...stored } = boards[PROJECT] as NonNullable<(typeof boards)[string]>;
  const restored = withStored(noBoards, { ...(stored as StoredBoard), storedAt: 5 });

  it('shows as it was, and says from when', () => {
    expect(restored.boards[PROJECT]).toMatchObject({ v: 7, storedAt: 5 });
    expect(restored.boards[PROJECT]?.view.READY.ids).toEqual([kept.id]);
  });

  it('goes on with the ops after it, and is then the server’s', () => {
    const edit = op(8, { type: 'task.patched', taskId: kept.id, patch: { title: 'New' } });
    expect(withOps(restored, range(edit)).boards[PROJECT]).toMatchObject({ v: 8, storedAt: null });
  });

  it('never takes the place of a board that was read', () => {
    const read = withSnapshot(noBoards, snapshot(9, [kept]));
    expect(withStored(read, { ...(stored as StoredBoard), storedAt: 5 })).toBe(read);
  });
});
