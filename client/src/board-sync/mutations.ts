import { compareRanked, ranksBetween } from '@livelane/shared/rank/rank';
import { initialFields } from '@livelane/shared/tasks/task.conversions';
import type { CreateTaskInput, MoveTaskInput, StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { BoardState, Change, Pending, ViewColumn } from './board.types';
import { AT_THE_END } from './board.view';
import type { OutboxEntry } from './outbox.types';
import { END_POSITION, personalRank, placeIn, projectOrder } from './personal.rank';

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
  /** Of an edit: the task before it, to be created again if it is deleted. Edits stored by older versions have none. */
  before?: StoredTask | undefined;
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

/** The same for one card. */
export const provisionalRank = (column: ViewColumn | undefined, index: number) =>
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

/** The neighbours between which a card was dropped, as its user saw them; both null in an empty column. */
export interface Neighbours {
  afterId: string | null;
  beforeId: string | null;
  /** Of a card of the personal board that comes back: where it was in its own project. */
  position?: number;
}
export const AT_ITS_END: Neighbours = { afterId: null, beforeId: null };
/** Above all cards of the column, also above those that this board does not show. */
export const TOP = 'top';
export type DropPlace = Neighbours | typeof TOP;

/** What dropping cards of one project means for this board and for the server. */
interface Drop {
  /** The column without these cards. */
  others: ViewColumn;
  /** Where they come among the others: on the personal board not always where they were dropped. */
  index: number;
  where: Pick<MoveTaskInput, 'position' | 'afterId' | 'beforeId'>;
}

export function dropOf(
  board: BoardState,
  tasks: readonly StoredTask[],
  state: TaskState,
  place: DropPlace,
): Drop {
  const column = board.view[state];
  const { cards } = column;
  const dropped = new Set(tasks.map(({ id }) => id));
  const stays = (id: string) => !dropped.has(id);
  const others = { ids: column.ids.filter(stays), cards };
  // A neighbour may be one of the dropped cards.
  const index = column.ids.slice(0, indexOfPlace(column, place)).filter(stays).length;
  if (place === TOP) return { others, index, where: { position: 0 } };
  const { id: taskId = '', projectId = '' } = tasks[0] ?? {};
  const isOwn = (id = '') => cards[id]?.projectId === projectId;
  const [above, below] = [others.ids[index - 1], others.ids[index]];
  const afterId = others.ids.slice(0, index).findLast(isOwn);
  const beforeId = others.ids.slice(index).find(isOwn);
  if (board.kind === 'project' || isOwn(above) || isOwn(below)) {
    const after = isOwn(above) && { afterId };
    return { others, index, where: { position: index, ...after, ...(beforeId && { beforeId }) } };
  }
  // Beside other projects' cards alone: the place of the one below in its project (SPEC.md#rest).
  const placeOf = (id = '') => placeIn(cards[id]?.rank ?? '');
  const order = projectOrder(board.projects)(projectId);
  const isBehind = (id: string, at: number) =>
    compareRanked({ id: taskId, rank: personalRank(order, at) }, cards[id] ?? { id, rank: '' }) > 0;
  const wanted = place.position ?? (below ? placeOf(below) : END_POSITION);
  const from = cards[taskId] ? placeOf(taskId) : END_POSITION;
  const placeOfOwn = (id: string) => placeOf(id) - (from < placeOf(id) ? 1 : 0);
  const position = Math.min(
    Math.max(wanted, afterId ? placeOfOwn(afterId) + 1 : 0),
    beforeId ? placeOfOwn(beforeId) : END_POSITION,
  );
  const where = { position };
  if (!below || place.position !== undefined) return { others, index, where };
  // With the order of their projects, no place at all may bring it between these two.
  const first = others.ids.indexOf(afterId ?? '') + 1;
  const next = others.ids.findIndex((id, at) => at >= first && (id === beforeId || !isBehind(id, position)));
  return { others, index: next < 0 ? others.ids.length : next, where };
}

/** The change by a drop; null when it changes nothing (R17). */
export function moveTask(
  clock: Clock,
  board: BoardState,
  task: StoredTask,
  state: TaskState,
  place: DropPlace,
): BoardMutation | null {
  const { others, index, where } = dropOf(board, [task], state, place);
  if (task.state === state && board.view[state].ids.indexOf(task.id) === index) return null;
  const change: Change = { kind: 'move', state, rank: provisionalRank(others, index), boardId: board.id };
  return mutationOf(clock, task, change, {
    method: 'POST',
    path: '/kanban/moveTask',
    body: { taskId: task.id, state, ...where },
    expectedState: task.state,
  });
}

/** "Complete" is (DONE, position 0) (SPEC.md#conflicts). */
export const completeTask = (clock: Clock, board: BoardState, task: StoredTask) =>
  moveTask(clock, board, task, 'DONE', TOP);

export function deleteTask(clock: Clock, task: StoredTask): BoardMutation {
  return mutationOf(clock, task, { kind: 'delete' }, { method: 'DELETE', path: `/tasks/${task.id}` });
}

function indexOfPlace({ ids }: ViewColumn, place: DropPlace): number {
  if (place === TOP) return 0;
  const after = place.afterId === null ? -1 : ids.indexOf(place.afterId);
  if (after >= 0) return after + 1;
  const before = place.beforeId === null ? -1 : ids.indexOf(place.beforeId);
  return before >= 0 ? before : ids.length;
}
