import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import {
  type BaseColumns,
  type BoardState,
  type ProjectBoardState,
  perState,
  type ViewColumns,
} from './board.types';

export function findIn(
  columns: Record<TaskState, Record<string, StoredTask>>,
  taskId: string,
): StoredTask | undefined {
  for (const state of taskStates) {
    const task = columns[state][taskId];
    if (task) return task;
  }
  return undefined;
}

/** Base with some cards replaced, added (a task) or removed (null); untouched columns stay the same objects. */
export function changeBase(base: BaseColumns, changes: ReadonlyMap<string, StoredTask | null>): BaseColumns {
  const next = { ...base };
  const touched = new Set<TaskState>();
  const touch = (state: TaskState) => {
    if (!touched.has(state)) {
      touched.add(state);
      next[state] = { ...next[state] };
    }
    return next[state];
  };
  for (const [taskId, task] of changes) {
    const old = findIn(next, taskId);
    if (old && old.state !== task?.state) delete touch(old.state)[taskId];
    if (task) touch(task.state)[taskId] = task;
  }
  return next;
}

/** Unchanged cards stay the same objects, and so do unchanged columns, so they are not rendered again. */
export function keepSame(columns: ViewColumns, held: ProjectBoardState): void {
  for (const state of taskStates) {
    const { ids, cards } = columns[state];
    const old = held.base[state];
    for (const id of ids) {
      const same = sameOf(old[id], cards[id]);
      if (same && same !== cards[id]) cards[id] = same;
    }
    const shown = held.view[state];
    if (ids.length !== shown.ids.length || ids.some((id, index) => id !== shown.ids[index])) continue;
    const isSame = ids.every((id) => cards[id] === shown.cards[id]);
    columns[state] = isSame ? shown : { ids: shown.ids, cards };
  }
}

function sameOf(old: StoredTask | undefined, task: StoredTask | undefined): StoredTask | undefined {
  return old && old.rev === task?.rev && old.rank === task.rank ? old : task;
}

export function baseOf(tasks: Iterable<StoredTask>, held: BoardState | undefined): BaseColumns {
  const base = perState<Record<string, StoredTask>>(() => ({}));
  for (const task of tasks) {
    const old = held?.base[task.state][task.id];
    base[task.state][task.id] = sameOf(old, task) ?? task;
  }
  return base;
}
