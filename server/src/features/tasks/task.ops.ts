import type { TaskPatch } from '@livelane/shared/boards/op.schema';
import { rankBetween } from '@livelane/shared/rank/rank';
import { inFieldOrder, isSameValue } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask, Task, updateTaskSchema } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type * as z from 'zod/mini';
import type { Prepared } from '../../oplog/commit.types';
import type { HiddenEffect, TaskEffect } from '../../oplog/op.effects';
import type { PreparedOp } from '../../oplog/op.types';
import type { BoardView } from '../boards/board.draft';
import type { CardColumn } from '../boards/patched-column';
import { canSee, sightOf, type Viewer } from './task.visibility';

export type TaskUpdate = z.output<typeof updateTaskSchema>;

/** An op about one task, and the task in its answer. */
export interface TaskChange {
  op: PreparedOp;
  answer: StoredTask;
}

/** The fields that a commit gives its op. */
interface Stamp {
  v: number;
  at: string;
}

/** A task on its board, and who wants to change it. */
interface Situation {
  task: StoredTask;
  board: BoardView;
  viewer: Viewer;
  context: Stamp;
}

/** Puts a task on a board; `given` needs neither `rev` nor `updatedAt`. */
export function appearing(
  type: 'task.created' | 'task.restored',
  given: Omit<StoredTask, 'rev' | 'updatedAt'>,
  { v, at }: Stamp,
  effect: Pick<TaskEffect, 'movedFrom' | 'leftAt' | 'former'> = {},
): TaskChange {
  const task = inFieldOrder({ ...given, rev: v, updatedAt: at });
  const op = {
    type,
    taskId: task.id,
    patch: task,
    before: null,
    effect: { ...taskEffect(null, task), ...effect },
  };
  return { op, answer: task };
}

/** Changes some fields of a task. */
export function patched(task: StoredTask, patch: TaskPatch, stamp: Stamp): TaskChange {
  const after = afterPatch(task, patch, stamp);
  const before = oldValues(task, patch);
  const op = {
    type: 'task.patched' as const,
    taskId: task.id,
    patch,
    before,
    effect: taskEffect(task, after),
  };
  return { op, answer: after };
}

/** The change by a drop, computed when its turn comes; null if the card is there already. */
export function moved(wish: Wish) {
  return ({ board, viewer, task, context }: Situation): TaskChange | null => {
    const { state } = wish;
    const others = new OtherCards(board, state, task);
    const index = indexOfDrop(others, viewer, wish);
    const isThere = task.state === state && others.isSamePlace(index, board.indexOf(task), viewer);
    if (isThere) return null;
    const patch = { state, rank: others.rankFor(index) };
    const answer = afterPatch(task, patch, context);
    const before = { state: task.state, rank: task.rank };
    const effect = taskEffect(task, answer);
    return { op: { type: 'task.moved', taskId: task.id, patch, before, effect }, answer };
  };
}

/** Deletes a task; the answer is its last state. */
export function deleted(task: StoredTask): TaskChange {
  const op = {
    type: 'task.deleted' as const,
    taskId: task.id,
    patch: {},
    before: task,
    effect: taskEffect(task, null),
  };
  return { op, answer: task };
}

function afterPatch(task: StoredTask, patch: TaskPatch, { v, at }: Stamp): StoredTask {
  return { ...task, ...patch, rev: v, updatedAt: at } as StoredTask;
}

/** Only those fields that differ from the task. */
export function differences(task: StoredTask, fields: TaskPatch): TaskPatch {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !isSameValue(task[key as keyof TaskPatch], value)),
  );
}

/** The old values of the fields that a patch changes. */
function oldValues(task: StoredTask, patch: TaskPatch): Partial<StoredTask> {
  return Object.fromEntries(Object.keys(patch).map((key) => [key, task[key as keyof StoredTask]]));
}

/** The effect of an op that turns `before` into `after`; null stands for no task. */
export function taskEffect(before: StoredTask | null, after: StoredTask | null): TaskEffect {
  if (before?.visibility !== 'PRIVATE' && after?.visibility !== 'PRIVATE') return {};
  const sight = { before: before && sightOf(before), after: after && sightOf(after) };
  // Nobody gains sight of a new or a deleted task, or of one that the same people see as before.
  const isGained = before && after && !isSameValue(sight.before, sight.after);
  return { sight: { ...sight, task: isGained ? after : null } };
}

export function hiddenEffect(tasks: Iterable<StoredTask>): HiddenEffect {
  const hidden: HiddenEffect['hidden'] = {};
  for (const task of tasks) if (task.visibility === 'PRIVATE') hidden[task.id] = sightOf(task);
  return Object.keys(hidden).length > 0 ? { hidden } : {};
}

/** An op about a task and its answer; of this the log keeps the part that does not follow from the ops (R25). */
export function answered(op: PreparedOp, result: Task): Prepared<Task> {
  return { ...op, result, kept: { columnPosition: result.columnPosition } };
}

/** A task as REST answers it: `columnPosition` counts the cards that the caller can see. */
export function presentTask(board: BoardView, viewer: Viewer, task: StoredTask): Task {
  return { ...task, columnPosition: positionAfter(board, viewer, task) };
}

interface Wish {
  state: TaskState;
  /** Without it: the end. */
  position?: number | undefined;
  afterId?: string | undefined;
  beforeId?: string | undefined;
}

/**
 * A column without the card that is placed. Columns are neither copied nor walked through: a move costs the
 * same on a large board.
 */
class OtherCards {
  private readonly column: CardColumn;
  /** The place of the card, if it is in this column. */
  private readonly leftOut: number;

  constructor(
    private readonly board: BoardView,
    private readonly state: TaskState,
    private readonly placed: StoredTask | undefined,
  ) {
    this.column = board.column(state);
    this.leftOut = placed?.state === state ? board.indexOf(placed) : -1;
  }

  get length(): number {
    return this.column.length - (this.leftOut < 0 ? 0 : 1);
  }

  /** The key that puts a card at this index. */
  rankFor(index: number): string {
    return rankBetween(index > 0 ? this.rankAt(index - 1) : null, this.rankAt(index));
  }

  private rankAt(index: number): string | null {
    const below = this.leftOut >= 0 && index >= this.leftOut ? index + 1 : index;
    return this.column.at(below)?.rank ?? null;
  }

  /** The index of a card that the viewer sees here; -1 when there is none. */
  indexOf(taskId: string | undefined, viewer: Viewer): number {
    const task = taskId === undefined ? undefined : this.board.get(taskId);
    if (!task || task.id === this.placed?.id || task.state !== this.state || !canSee(viewer, task)) return -1;
    return this.withoutPlaced(this.board.indexOf(task));
  }

  /** The index among these cards for `index` in the whole column. */
  withoutPlaced(index: number): number {
    return this.leftOut >= 0 && this.leftOut < index ? index - 1 : index;
  }

  /** The indexes of the cards that the viewer does not see, in order. */
  hiddenFrom(viewer: Viewer): number[] {
    const hidden: number[] = [];
    for (const task of this.board.privateTasks()) {
      if (task.state !== this.state || task.id === this.placed?.id || canSee(viewer, task)) continue;
      hidden.push(this.withoutPlaced(this.board.indexOf(task)));
    }
    return hidden.sort((a, b) => a - b);
  }

  /** How many cards the viewer sees above an index. */
  seenAbove(index: number, viewer: Viewer): number {
    return index - this.hiddenFrom(viewer).filter((each) => each < index).length;
  }

  /** Whether the viewer sees no card between these indexes. */
  isSamePlace(index: number, other: number, viewer: Viewer): boolean {
    return index === other || this.seenAbove(index, viewer) === this.seenAbove(other, viewer);
  }
}

/** The key of a card behind all others of the column. */
export function rankAtEnd(board: BoardView, state: TaskState): string {
  const column = board.column(state);
  return rankBetween(column.at(column.length - 1)?.rank ?? null, null);
}

/** The key that puts a card, which is not on the board, at its place. */
export function rankAt(board: BoardView, viewer: Viewer, wish: Wish): string {
  const others = new OtherCards(board, wish.state, undefined);
  return others.rankFor(indexOfDrop(others, viewer, wish));
}

/**
 * The index of a drop: beside the neighbours that the user saw if they are still in the column,
 * else at the position among the cards that they can see, clamped to the end (SPEC.md#rest).
 */
function indexOfDrop(
  others: OtherCards,
  viewer: Viewer,
  { position = Number.MAX_SAFE_INTEGER, afterId, beforeId }: Wish,
): number {
  const after = others.indexOf(afterId, viewer);
  if (after >= 0) return after + 1;
  const before = others.indexOf(beforeId, viewer);
  if (before >= 0) return before;
  const hidden = others.hiddenFrom(viewer);
  if (position > others.length - hidden.length) return others.length;
  let index = position;
  for (const each of hidden) if (each < index) index++;
  return index;
}

/** `columnPosition` of a task as it is after an op on this board, among the cards that the viewer sees. */
export function positionAfter(board: BoardView, viewer: Viewer, after: StoredTask): number {
  const others = new OtherCards(board, after.state, board.get(after.id));
  return others.seenAbove(others.withoutPlaced(board.placeOf(after)), viewer);
}
