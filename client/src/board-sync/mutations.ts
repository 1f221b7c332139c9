import { ranksBetween } from '@livelane/shared/rank/rank';
import { initialFields, storedFields } from '@livelane/shared/tasks/task.conversions';
import type {
  CreateTaskInput,
  MoveTaskInput,
  StoredTask,
  UpdateTaskInput,
} from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { BoardState, Change, Pending, ViewColumn } from './board.types';
import { AT_THE_END } from './board.view';
import type { OutboxEntry } from './outbox.types';

/** A change of this client: the pending change to paint at once, and the request to send. */
export interface BoardMutation {
  pending: Pending;
  entry: OutboxEntry;
  /** The task's, for messages about the change later on. */
  title: string;
  /** Of a bulk change: its cards', by id. Changes stored by older versions have none. */
  titles?: Readonly<Record<string, string>>;
  /** Of an edit of a description or a comment: the text that its user saw. Edits stored by older versions have none. */
  seenText?: string | undefined;
}

export interface Clock {
  now(): number;
  newId(): string;
}

/** Provisional keys between two neighbours until the server's arrive. */
export function provisionalRanks(column: ViewColumn | undefined, index: number, count: number): string[] {
  const at = (i: number) => column?.cards[column.ids[i] ?? '']?.rank ?? null;
  const [before, after] = [at(index - 1), at(index)];
  // Two cards can share a key for a moment, while one of them is still pending.
  if (before === AT_THE_END || (before !== null && after !== null && before >= after))
    return Array(count).fill(before);
  return ranksBetween(before, after === AT_THE_END ? null : after, count);
}

const provisionalRank = (column: ViewColumn | undefined, index: number) =>
  provisionalRanks(column, index, 1)[0] as string;

/** A change of a task, or of a comment of it, and the request that makes it. */
export function mutationOf(
  clock: Clock,
  { id: taskId, projectId, title }: Pick<StoredTask, 'id' | 'projectId' | 'title'>,
  change: Change,
  request: Pick<OutboxEntry, 'method' | 'path' | 'body' | 'expectedState' | 'waitedBody'>,
): BoardMutation {
  const mutationId = clock.newId();
  const target = { projectId, taskId };
  return {
    title,
    pending: { mutationId, ...target, change },
    entry: { mutationId, ...target, ...request, at: clock.now() },
  };
}

/** A new task at the end of its column. */
export function createTask(
  clock: Clock,
  board: BoardState | undefined,
  userId: string,
  input: CreateTaskInput,
): BoardMutation {
  const at = new Date(clock.now()).toISOString();
  const taskId = input.id ?? clock.newId();
  const fields = initialFields(input, userId, () => clock.newId());
  const column = board?.view[fields.state];
  const task: StoredTask = {
    id: taskId,
    ...fields,
    title: input.title.trim(),
    projectId: input.projectId,
    rank: provisionalRank(column, column?.ids.length ?? 0),
    rev: 0,
    createdBy: userId,
    createdAt: at,
    updatedAt: at,
  };
  const body = { ...input, id: taskId };
  return mutationOf(clock, task, { kind: 'create', task }, { method: 'POST', path: '/tasks', body });
}

/** Only the fields that the user has touched. @param seenText the description that they saw */
export function patchTask(
  clock: Clock,
  board: BoardState | undefined,
  task: StoredTask,
  input: UpdateTaskInput,
  seenText = task.description,
): BoardMutation {
  const column = input.state && input.state !== task.state ? board?.view[input.state] : undefined;
  const shown = {
    ...storedFields(input),
    ...(column && { rank: provisionalRank(column, column.ids.length) }),
  } as Partial<StoredTask>;
  const change: Change = { kind: 'patch', fields: shown };
  const mutation = mutationOf(clock, task, change, { method: 'PUT', path: `/tasks/${task.id}`, body: input });
  return input.description === undefined ? mutation : { ...mutation, seenText };
}

/** The neighbours between which a card was dropped, as its user saw them; both null in an empty column. */
export interface DropPlace {
  afterId: string | null;
  beforeId: string | null;
}

/** The change by a drop; null when it changes nothing (R17). */
export function moveTask(
  clock: Clock,
  board: BoardState,
  task: StoredTask,
  state: TaskState,
  place: DropPlace,
): BoardMutation | null {
  const column = board.view[state];
  const others: ViewColumn = { ids: column.ids.filter((id) => id !== task.id), cards: column.cards };
  const index = indexOfPlace(others, place);
  if (task.state === state && column.ids.indexOf(task.id) === index) return null;
  const isOwn = (id: string) => others.cards[id]?.projectId === task.projectId;
  const afterId = others.ids.slice(0, index).findLast(isOwn);
  const beforeId = others.ids.slice(index).find(isOwn);
  const body: MoveTaskInput = {
    taskId: task.id,
    state,
    // On the personal board only if the column has no card of the same project.
    position: index,
    ...(afterId && { afterId }),
    ...(beforeId && { beforeId }),
  };
  const change: Change = { kind: 'move', state, rank: provisionalRank(others, index), boardId: board.id };
  return mutationOf(clock, task, change, {
    method: 'POST',
    path: '/kanban/moveTask',
    body,
    expectedState: task.state,
  });
}

/** "Complete" is (DONE, position 0) (SPEC.md#conflicts). */
export function completeTask(clock: Clock, board: BoardState, task: StoredTask): BoardMutation | null {
  const first = board.view.DONE.ids.find((id) => id !== task.id);
  return moveTask(clock, board, task, 'DONE', { afterId: null, beforeId: first ?? null });
}

export function deleteTask(clock: Clock, task: StoredTask): BoardMutation {
  return mutationOf(clock, task, { kind: 'delete' }, { method: 'DELETE', path: `/tasks/${task.id}` });
}

/** Restores a deleted task (at the end of its column). */
export function restoreTask(clock: Clock, task: StoredTask): BoardMutation {
  return mutationOf(
    clock,
    task,
    { kind: 'create', task },
    { method: 'POST', path: `/tasks/${task.id}/restore` },
  );
}

export function indexOfPlace({ ids }: ViewColumn, { afterId, beforeId }: DropPlace): number {
  const after = afterId === null ? -1 : ids.indexOf(afterId);
  if (after >= 0) return after + 1;
  const before = beforeId === null ? -1 : ids.indexOf(beforeId);
  return before >= 0 ? before : ids.length;
}
