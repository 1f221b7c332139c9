import { newId, PROJECT, snapshot, task, USER, withPending, withSnapshot } from './board.fixture';
import type { BoardState } from './board.types';
import { noBoards, projectBoard } from './board.types';
import type { BoardMutation } from './mutations';
import { placeOf, UndoHistory } from './undo';

/** Values for tests of undo: a board with a to c in READY, and someone else. */
export const OTHER = '44444444-4444-4444-8444-444444444444';
export const clock = { now: () => 0, newId };

export const [a, b, c] = ['a0', 'a1', 'a2'].map((rank) => task({ rank, title: rank })) as [
  ReturnType<typeof task>,
  ReturnType<typeof task>,
  ReturnType<typeof task>,
];

export const members = [{ id: USER, firstName: 'Ana', surname: 'Stone', roleId: 'member' as const }];
export const start = withSnapshot(noBoards, { ...snapshot(1, [a, b, c]), members });
export const boardOf = (state = start): BoardState => {
  const board = projectBoard(state, PROJECT);
  if (!board) throw new Error('no board');
  return board;
};

/** The board after a change of this user, and the undo. */
export function change(make: (board: BoardState) => BoardMutation | null) {
  const board = boardOf();
  const mutation = make(board);
  if (!mutation) throw new Error('nothing changed');
  const history = new UndoHistory(USER, () => sessionStorage);
  const undoable = history.add({ boardId: PROJECT, mutation, before: b, place: placeOf(board, b) });
  const after = withPending(start, mutation.pending);
  return { history, undoable, after };
}

export const op = (type: 'task.moved' | 'task.patched', patch: object, actorId = OTHER) => ({
  id: newId(),
  projectId: PROJECT,
  v: 2,
  type,
  taskId: b.id,
  actorId,
  mutationId: newId(),
  at: '2026-01-01T00:00:00.000Z',
  patch,
});
