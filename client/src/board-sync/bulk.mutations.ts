import type { MoveConflict } from '@livelane/shared/http/error.schema';
import type { BulkInput, BulkResult } from '@livelane/shared/tasks/bulk.schema';
import { mergeIds, storedFields } from '@livelane/shared/tasks/task.conversions';
import { bulkIdFields, bulkValueFields, inputNameOf } from '@livelane/shared/tasks/task.fields';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type BoardState, type Change, changeOf } from './board.types';
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
import type { Beside } from './undo';

type Request = Omit<BulkInput['changes'][number], 'taskId'>;
export type BulkEdit = NonNullable<Request['edit']>;
/** The change of one card, as it is painted and as it is asked for. */
export interface Part {
  task: StoredTask;
  change: Change;
  request: Request;
}

/** A move with the state in which its user saw the card. */
const asSeen = ({ task, request: { move } }: Part): Request => ({
  ...(move && { move: { ...move, expectedState: task.state } }),
});

/** Changes of many cards of one project as one: one request, one push, one undo (SPEC.md#bulk). Null without any. */
export function bulkOf(clock: Clock, parts: readonly Part[]): BoardMutation | null {
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

/** Puts cards of one project beside each other, in their order; null when that changes nothing (R17). */
export function moveMany(
  clock: Clock,
  board: BoardState,
  tasks: readonly StoredTask[],
  state: TaskState,
  place: DropPlace,
): BoardMutation | null {
  const { others, index, where } = dropOf(board, tasks, state, place);
  const { ids } = board.view[state];
  const isThere = tasks.every(({ id }, at) => ids[index + at] === id);
  if (isThere) return null;
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

/**
 * On the board over all projects: the cards beside each of these of one project, as far as it shows them. The ranks of a
 * project's board tell as much.
 */
export function besideOf({ kind, view }: BoardState, tasks: readonly StoredTask[]): Beside | undefined {
  if (kind !== 'personal') return undefined;
  return Object.fromEntries(
    tasks.map(({ id, projectId, state, rank }) => {
      const { ids, cards } = view[state];
      const own = ids.filter((each) => cards[each]?.projectId === projectId);
      const at = own.indexOf(id);
      const idAt = (distance: 1 | -1) => {
        const other = cards[own[at + distance] ?? ''];
        return other && placeIn(other.rank) === placeIn(rank) + distance ? other.id : undefined;
      };
      const [afterId, beforeId] = [idAt(-1), idAt(1)];
      return [id, { ...(afterId && { afterId }), ...(beforeId && { beforeId }) }];
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

/** The fields of a card that an edit sets, with their new values. */
export function edited(task: StoredTask, edit: BulkEdit): Partial<StoredTask> {
  const given: Record<string, unknown> = edit;
  const values = bulkValueFields.map(inputNameOf).map((name) => [name, given[name]]);
  const ids = bulkIdFields.flatMap((name) => {
    const { add = [], remove = [] } = edit[name] ?? {};
    return edit[name] ? [[name, mergeIds(remove, add, task[name])]] : [];
  });
  return { ...storedFields(Object.fromEntries(values)), ...Object.fromEntries(ids) };
}

/** The refused cards that leave something to decide: not those that someone else has moved to the same column. */
export function undecided(
  { pending }: Pick<BoardMutation, 'pending'>,
  refused: readonly BulkResult[],
): readonly BulkResult[] {
  return refused.filter(({ taskId, code, conflict }) => {
    const made = changeOf(pending, taskId);
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
