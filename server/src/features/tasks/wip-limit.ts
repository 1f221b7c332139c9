import { PROJECT_TASKS_MAX } from '@livelane/shared/http/limits';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { AppError } from '../../http/errors';
import type { BoardView } from '../boards/board.draft';

type Card = Pick<StoredTask, 'state' | 'visibility'>;

/**
 * Checks a hard limit where an op is computed, on the board of the version before it: no race can exceed it. Only
 * PUBLIC cards count, so that nobody learns of PRIVATE ones.
 * @param before the card as it is on this board; null for a new one
 * @throws AppError `wip_limit` when the change would raise the count of a full column
 */
export function assertRoom(board: BoardView, before: Card | null, after: Card): void {
  if (after.visibility !== 'PUBLIC') return;
  const isCounted = before?.visibility === 'PUBLIC' && before.state === after.state;
  const { wipLimit } = board.settingsOf(after.state);
  if (isCounted || !wipLimit?.isHard) return;
  const { max } = wipLimit;
  const count = publicCards(board, after.state);
  if (count >= max)
    throw new AppError('wip_limit', undefined, { conflict: { state: after.state, max, count } });
}

/** @throws AppError `project_full` when one more card would be too many for the board (R32) */
export function assertNotFull(board: BoardView): void {
  if (board.size >= PROJECT_TASKS_MAX) throw new AppError('project_full');
}

/** Moves a card that can no longer be refused to BACKLOG if its column is full: that has no hard limit. */
export function withRoom(board: BoardView, task: StoredTask): StoredTask {
  try {
    assertRoom(board, null, task);
    return task;
  } catch (error) {
    if (error instanceof AppError && error.code === 'wip_limit') return { ...task, state: 'BACKLOG' };
    throw error;
  }
}

function publicCards(board: BoardView, state: StoredTask['state']): number {
  let count = board.column(state).length;
  for (const task of board.privateTasks()) if (task.state === state) count--;
  return count;
}
