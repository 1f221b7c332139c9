import type { MoveConflict } from '@livelane/shared/http/error.schema';
import type { BulkInput, BulkResult } from '@livelane/shared/tasks/bulk.schema';
import { inputFields, mergeIds, storedFields } from '@livelane/shared/tasks/task.conversions';
import { bulkIdFields, bulkValueFields, inputNameOf } from '@livelane/shared/tasks/task.fields';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { BoardState, Change } from './board.types';
import { findInView } from './board.view';
import {
  type BoardMutation,
  type Clock,
  type DropPlace,
  dropOf,
  mutationOf,
  provisionalRanks,
} from './mutations';
import type { UnsavedChange } from './outbox.store';
import { placeIn } from './personal.rank';
import type { Undoable } from './undo';

type Request = Omit<BulkInput['changes'][number], 'taskId'>;
export type BulkEdit = NonNullable<Request['edit']>;
interface Part {
  task: StoredTask;
  change: Change;
  request: Request;
}

/** A move with the state in which its user saw the card. */
const asSeen = ({ task, request: { move } }: Part): Request => ({
  ...(move && { move: { ...move, expectedState: task.state } }),
});

/** Changes of many cards of one project as one: one request, one push, one undo (SPEC.md#bulk). Null without any. */
function bulkOf(clock: Clock, parts: readonly Part[]): BoardMutation | null {
  const [first] = parts;
  if (!first) return null;
  const changes = Object.fromEntries(parts.map(({ task, change }) => [task.id, change]));
  const bodyOf = (requestOf: (part: Part) => Request): BulkInput => ({
    projectId: first.task.projectId,
    changes: parts.map((part) => ({ taskId: part.task.id, ...requestOf(part) })),
  });
  const request = {
    method: 'POST',
    path: '/kanban/bulk',
    body: bodyOf((part) => part.request),
    ...(first.request.move && { waitedBody: bodyOf(asSeen) }),
  } as const;
  const titles = Object.fromEntries(parts.map(({ task }) => [task.id, task.title]));
  return { ...mutationOf(clock, first.task, { kind: 'bulk', changes }, request), titles };
}

/** Puts cards of one project beside each other, in their order. */
export function moveMany(
  clock: Clock,
  board: BoardState,
  tasks: readonly StoredTask[],
  state: TaskState,
  place: DropPlace,
): BoardMutation | null {
  const { others, index, where } = dropOf(board, tasks, state, place);
  const ranks = provisionalRanks(others, index, tasks.length);
  return bulkOf(
    clock,
    tasks.map((task, at) => {
      const afterId = tasks[at - 1]?.id;
      // Behind the one before; by position where that one is refused.
      const move = { state, ...where, position: where.position + at, ...(afterId && { afterId }) };
      return {
        task,
        change: { kind: 'move', state, rank: ranks[at] ?? task.rank, boardId: board.id },
        request: { move },
      };
    }),
  );
}

/** The same change of several cards of one project, without the fields that it leaves as they are. */
export function editMany(clock: Clock, tasks: readonly StoredTask[], edit: BulkEdit): BoardMutation | null {
  return bulkOf(
    clock,
    tasks.map((task) => ({ task, change: { kind: 'patch', fields: edited(task, edit) }, request: { edit } })),
  );
}

export function deleteMany(clock: Clock, tasks: readonly StoredTask[]): BoardMutation | null {
  return bulkOf(
    clock,
    tasks.map((task) => ({ task, change: { kind: 'delete' }, request: { delete: true } })),
  );
}

function edited(task: StoredTask, edit: BulkEdit): Partial<StoredTask> {
  const given: Record<string, unknown> = edit;
  const values = bulkValueFields.map(inputNameOf).map((name) => [name, given[name]]);
  const ids = bulkIdFields.flatMap((name) => {
    const { add = [], remove = [] } = edit[name] ?? {};
    return edit[name] ? [[name, mergeIds(remove, add, task[name])]] : [];
  });
  return { ...storedFields(Object.fromEntries(values)), ...Object.fromEntries(ids) };
}

/** Whether a card is still as a part of a bulk change has left it. */
function isAsMade(
  made: Change | undefined,
  now: StoredTask | undefined,
  movedTo: TaskState | undefined,
): boolean {
  if (made?.kind === 'delete') return now === undefined;
  const state = made?.kind === 'move' ? made.state : movedTo;
  if (!now || (state && now.state !== state)) return false;
  const fields = made?.kind === 'patch' ? made.fields : {};
  return bulkValueFields.every(
    (name) => !(name in fields) || JSON.stringify(now[name]) === JSON.stringify(fields[name]),
  );
}

/** Whether a card has left a personal board by this very change, of its assignees. */
const isUnassigned = (board: BoardState, before: StoredTask, made: Change | undefined): boolean =>
  board.kind === 'personal' &&
  made?.kind === 'patch' &&
  before.assignees.some((id) => made.fields.assignees?.includes(id) === false);

/** The opposite of an edit: of the fields that it set, and of lists what it added and removed, whatever else is in them. */
export function opposite(before: StoredTask, fields: Partial<StoredTask>): BulkEdit {
  const values = bulkValueFields.filter((name) => name in fields);
  const ids = bulkIdFields.flatMap((name) => {
    const set = fields[name];
    if (!set) return [];
    const add = before[name].filter((id) => !set.includes(id));
    const remove = set.filter((id) => !before[name].includes(id));
    return [[name, { add, remove }]];
  });
  return { ...inputFields(before, values), ...Object.fromEntries(ids) };
}

/**
 * The changes that undo a bulk change, in sending order, and the number of cards left as they are because they have
 * been changed since: by others, as their ops say, or as the cards themselves show where ops were missed.
 */
export function revertMany(
  clock: Clock,
  board: BoardState,
  { mutation, befores = [], overwritten, movedTo }: Undoable,
): { back: BoardMutation[]; left: number } {
  const { change } = mutation.pending;
  const partOf = (id: string) => (change.kind === 'bulk' ? change.changes[id] : undefined);
  const now = (id: string) => findInView(board.view, id);
  const own = befores.filter((before) => {
    const [made, task] = [partOf(before.id), now(before.id)];
    if (overwritten.has(before.id)) return false;
    return isAsMade(made, task, movedTo) || (!task && isUnassigned(board, before, made));
  });
  const restored = own.flatMap((task): Part[] =>
    partOf(task.id)?.kind === 'delete'
      ? [{ task, change: { kind: 'create', task }, request: { restore: true } }]
      : [],
  );
  const moved = own.flatMap((before): Part[] => {
    const task = now(before.id);
    const isMoved = movedTo !== undefined || partOf(before.id)?.kind === 'move';
    if (!isMoved || !task || (task.state === before.state && task.rank === before.rank)) return [];
    const { ids, cards } = board.view[before.state];
    // Ranks of other projects, on the board over all of them, say nothing of the place in this one.
    const others = ids
      .flatMap((id) => cards[id] ?? [])
      .filter(({ id, projectId }) => id !== task.id && projectId === task.projectId);
    const afterId = others.findLast(({ rank }) => rank < before.rank)?.id;
    const beforeId = others.find(({ rank }) => rank > before.rank)?.id;
    const position = board.kind === 'personal' && { position: placeIn(before.rank) };
    const move = {
      state: before.state,
      ...position,
      ...(afterId && { afterId }),
      ...(beforeId && { beforeId }),
    };
    const back: Change = { kind: 'move', state: before.state, rank: before.rank, boardId: board.id };
    return [{ task, change: back, request: { move } }];
  });
  const edits = own.flatMap((before): Part[] => {
    const [made, task] = [partOf(before.id), now(before.id)];
    if (made?.kind !== 'patch') return [];
    const edit = opposite(before, made.fields);
    const back: Change = task
      ? { kind: 'patch', fields: edited(task, edit) }
      : { kind: 'create', task: before };
    return [{ task: task ?? before, change: back, request: { edit } }];
  });
  const back = [restored, moved, edits].flatMap((parts) => bulkOf(clock, parts) ?? []);
  return { back, left: befores.length - own.length };
}

/** The refused cards that leave something to decide: not those that someone else has moved to the same column. */
export function undecided(
  { pending: { change } }: Pick<BoardMutation, 'pending'>,
  refused: readonly BulkResult[],
): readonly BulkResult[] {
  return refused.filter(({ taskId, code, conflict }) => {
    const made = change.kind === 'bulk' ? change.changes[taskId] : undefined;
    const there = code === 'stale_move' ? (conflict as MoveConflict | undefined)?.state : undefined;
    return made?.kind !== 'move' || made.state !== there;
  });
}

/**
 * The refused part of a bulk change, as a change of its own that can be retried: without deleted cards, unless all are,
 * and regardless of where others have moved those that are refused for that.
 */
export function restOf(
  clock: Clock,
  { entry, pending, titles = {} }: Pick<BoardMutation, 'entry' | 'pending' | 'titles'>,
  refused: readonly BulkResult[],
): UnsavedChange | undefined {
  const { change } = pending;
  const open = refused.filter(({ code }) => code !== 'task_deleted');
  const listed = open.length > 0 ? open : refused;
  const [first] = listed;
  if (change.kind !== 'bulk' || !first) return undefined;
  const ids = new Set(listed.map(({ taskId }) => taskId));
  const body = entry.body as BulkInput;
  const own = {
    mutationId: clock.newId(),
    projectId: entry.projectId,
    taskId: first.taskId,
  };
  const ofThose = <Value>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  const left = (all: BulkInput): BulkInput => ({
    ...all,
    changes: all.changes.filter(({ taskId }) => ids.has(taskId)),
  });
  const seen = entry.waitedBody as BulkInput | undefined;
  const stale = new Set(listed.flatMap(({ code, taskId }) => (code === 'stale_move' ? [taskId] : [])));
  const waited = seen && {
    waitedBody: left({
      ...seen,
      changes: seen.changes.map((each, n) => (stale.has(each.taskId) ? (body.changes[n] ?? each) : each)),
    }),
  };
  return {
    mutation: {
      title: titles[first.taskId] ?? '',
      titles: ofThose(titles),
      pending: { ...own, change: { kind: 'bulk', changes: ofThose(change.changes) } },
      entry: { ...own, method: entry.method, path: entry.path, body: left(body), ...waited, at: clock.now() },
    },
    reason: 'refused',
    message: first.message ?? '',
    code: first.code as UnsavedChange['code'],
    partOf: entry.mutationId,
  };
}
