import { newId, PROJECT, snapshot, task, withPending, withSnapshot } from './board.fixture';
import { type BoardsState, noBoards, projectBoard } from './board.types';
import { moveMany } from './bulk.mutations';
import type { BoardMutation } from './mutations';

/** Values for tests of changes of many cards: a board with a to d in READY, and x and y in REVIEW. */
export const clock = { now: () => 0, newId };
export const label = newId();
export const [a, b, c, d] = [
  task({ rank: 'a0' }),
  task({ rank: 'a1' }),
  task({ rank: 'a2' }),
  task({ rank: 'a3' }),
];
export const [x, y] = [task({ state: 'REVIEW', rank: 'a0' }), task({ state: 'REVIEW', rank: 'a1' })];
export const start = withSnapshot(noBoards, snapshot(5, [a, b, c, d, x, y]));
export const boardOf = (state: BoardsState) => {
  const board = projectBoard(state, PROJECT);
  if (!board) throw new Error('no board');
  return board;
};
export const made = (mutation: BoardMutation | null): BoardMutation => {
  if (!mutation) throw new Error('nothing is changed');
  return mutation;
};
export const between = { afterId: x.id, beforeId: y.id };
/** Moves a and c between x and y. */
export const move = () => made(moveMany(clock, boardOf(start), [a, c], 'REVIEW', between));
export const paint = (mutation: BoardMutation, on = start) => withPending(on, mutation.pending);
