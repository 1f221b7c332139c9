import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { selectBoard } from '#board-sync/board.selectors';
import { type BulkEdit, besideOf, editMany, moveMany } from '#board-sync/bulk.mutations';
import { AT_ITS_END, type DropPlace } from '#board-sync/mutations';
import type { Translate } from '#i18n/useT';
import { clock } from '#lib/clock';
import type { Store } from '#store/store';
import type { BoardContextValue, BulkChange } from '../board.context';

/**
 * Puts the selected cards together where one of them was dropped, or at a column's end or top: one change per project.
 * @param place null where a sort decides the order: cards of this column keep their places
 * @param edit their other changes
 */
export function moveSelected(
  store: Pick<Store, 'getState'>,
  boardId: string,
  tasks: readonly StoredTask[],
  state: TaskState,
  place: DropPlace | null,
  onMany: BoardContextValue['onMany'],
  t: Translate,
  edit?: BulkEdit,
): void {
  const isMoved = (task: StoredTask) => place !== null || task.state !== state;
  function* changes(): Iterable<BulkChange> {
    for (const befores of byProject(tasks)) {
      const board = selectBoard(store.getState(), boardId);
      const moved = befores.filter(isMoved);
      const move = board && moveMany(clock, board, moved, state, place ?? AT_ITS_END);
      const mutation = edit && editMany(clock, befores, edit);
      const beside = board && besideOf(board, moved);
      if (mutation) yield { mutation, befores, beside, ...(move && { next: { move, movedTo: state } }) };
      else if (move) yield { mutation: move, befores: moved, beside };
    }
  }
  const { length: count } = edit ? tasks : tasks.filter(isMoved);
  onMany(changes(), t(edit ? 'bulk_changed' : 'bulk_moved', { count }));
}

export function byProject(tasks: readonly StoredTask[]): StoredTask[][] {
  const projects = new Map<string, StoredTask[]>();
  for (const task of tasks) projects.set(task.projectId, [...(projects.get(task.projectId) ?? []), task]);
  return [...projects.values()];
}
