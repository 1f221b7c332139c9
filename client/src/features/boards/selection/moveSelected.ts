import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { selectBoard } from '#board-sync/board.selectors';
import { type BulkEdit, editMany, moveMany } from '#board-sync/bulk.mutations';
import type { DropPlace } from '#board-sync/mutations';
import type { Translate } from '#i18n/useT';
import { clock } from '#lib/clock';
import type { Store } from '#store/store';
import type { BoardContextValue } from '../board.context';

/**
 * Puts the selected cards together where one of them was dropped: one change per project.
 * @param edit their other changes
 */
export function moveSelected(
  store: Pick<Store, 'getState'>,
  boardId: string,
  tasks: readonly StoredTask[],
  state: TaskState,
  place: DropPlace,
  onMany: BoardContextValue['onMany'],
  t: Translate,
  edit?: BulkEdit,
): void {
  for (const own of byProject(tasks)) {
    const board = selectBoard(store.getState(), boardId);
    const move = board && moveMany(clock, board, own, state, place);
    const change = edit && editMany(clock, own, edit);
    if (change) onMany(change, own, t('bulk_changed', { count: own.length }), move);
    else if (move) onMany(move, own, t('bulk_moved', { count: own.length }));
  }
}

export function byProject(tasks: readonly StoredTask[]): StoredTask[][] {
  const projects = new Map<string, StoredTask[]>();
  for (const task of tasks) projects.set(task.projectId, [...(projects.get(task.projectId) ?? []), task]);
  return [...projects.values()];
}
