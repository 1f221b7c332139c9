import { creationInput, inputFields } from '@livelane/shared/tasks/task.conversions';
import {
  type AuthorField,
  authorFields,
  bulkIdFields,
  fieldNames,
  type StoredTask,
} from '@livelane/shared/tasks/task.fields';
import { type Assignable, assignableOn, withAssignable } from './assignable';
import type { BoardState, ChecklistChange } from './board.types';
import { findInView } from './board.view';
import { bulkOf, editMany } from './bulk.mutations';
import { opposite } from './bulk.revert';
import { revertChecklist } from './checklist.mutations';
import { revertComment } from './comment.mutations';
import { patchTask } from './edit.mutations';
import { isSameField } from './isSameField';
import {
  type BoardMutation,
  type Clock,
  createTask,
  deleteTask,
  dropOf,
  moveTask,
  type Neighbours,
  provisionalRank,
} from './mutations';
import { commentMark, destinationOf, itemMark, type Undoable } from './undo';

/** Whether an item has another text than it was given. */
const isRewritten = ({ items }: ChecklistChange, { checklist }: StoredTask): boolean =>
  items.some(
    ({ id, text }) => text !== undefined && checklist.some((item) => item.id === id && item.text !== text),
  );

const touchedItems = ({ items, gone }: ChecklistChange): string[] =>
  [...items.map(({ id }) => id), ...gone].map(itemMark);

/** Whether someone else has changed the same part since, by the ops, or by the task itself if ops were missed. */
export function isOverwritten(undoable: Undoable, now: StoredTask | undefined): boolean {
  const { mutation, overwritten, before } = undoable;
  const { change } = mutation.pending;
  if (change.kind === 'delete') return now !== undefined;
  if (change.kind === 'create') {
    const { task } = change;
    const isChanged = (name: AuthorField) => !isSameField(name, now?.[name], task[name]);
    return now !== undefined && (overwritten.size > 0 || authorFields.some(isChanged));
  }
  if (!now) return true;
  if (change.kind === 'move') return overwritten.has('place') || now.state !== change.state;
  if (change.kind === 'comment') return overwritten.has(commentMark(change.comment.id));
  if (change.kind === 'checklist')
    return touchedItems(change).some((mark) => overwritten.has(mark)) || isRewritten(change, now);
  if (change.kind !== 'patch') return false;
  const { fields } = change;
  const to = destinationOf(undoable);
  // While the move to another project waits, the task is still in its own.
  if (to && to !== now.projectId && before.projectId !== now.projectId) return true;
  return fieldNames.some((name) => {
    if (!(name in fields) || name === 'rank') return false;
    return overwritten.has(name === 'state' ? 'place' : name) || !isSameField(name, now[name], fields[name]);
  });
}

/** Restores a deleted task at a place of its column, by one change: a full column takes it there or not at all. */
export function restoreTask(
  clock: Clock,
  board: BoardState,
  task: StoredTask,
  place: Neighbours,
): BoardMutation | null {
  const { others, index, where } = dropOf(board, [task], task.state, place);
  const change = { kind: 'create', task: { ...task, rank: provisionalRank(others, index) } } as const;
  return bulkOf(clock, [{ task, change, request: { restore: true, place: where } }]);
}

interface Situation {
  clock: Clock;
  board: BoardState;
  /** The present task, wherever it is; undefined if it is deleted. */
  now: StoredTask | undefined;
  userId: string;
  /** Someone who may not restore a deleted task creates it again. */
  canRestore: boolean;
  /** Changes of the task are pending, so its `rev` here is older than they are. */
  isPending: boolean;
  /** On the board over all projects: who can be assigned in the task's project. */
  known?: Assignable;
}

/**
 * The changes that undo one, in sending order; none when there is nothing left to undo. A task that comes back from
 * another project, or is not on this board, comes to the end of its column.
 */
export function revert(undoable: Undoable, situation: Situation): BoardMutation[] {
  const { mutation, before: former, place, v } = undoable;
  const { clock, board, now, userId, canRestore, isPending, known } = situation;
  const assignable = assignableOn(board, known);
  const before = withAssignable(former, assignable);
  const { change } = mutation.pending;
  if (change.kind === 'delete') {
    if (now) return [];
    if (canRestore) return present(restoreTask(clock, board, before, place));
    const input = { ...creationInput(before), projectId: before.projectId };
    const copy = createTask(clock, board, userId, input);
    // A new task comes to the end of its column.
    const isLast = place.beforeId === null;
    const task = { ...before, id: copy.pending.taskId };
    return isLast ? [copy] : [copy, ...present(moveTask(clock, board, task, before.state, place))];
  }
  if (!now) return [];
  if (change.kind === 'create') return [deleteTask(clock, now)];
  if (change.kind === 'checklist') return revertChecklist(clock, now, change);
  if (change.kind === 'comment') return present(revertComment(clock, now, change, v));
  if (change.kind !== 'patch' && change.kind !== 'move') return [];
  const base = { baseRev: now.rev, baseProjectId: now.projectId };
  const isLeaving = destinationOf(undoable) !== undefined;
  if (isLeaving || !findInView(board.view, now.id)) {
    const names = change.kind === 'move' ? ['state'] : Object.keys(change.fields);
    const home = isLeaving && { ...idsBack(before, now, assignable), projectId: before.projectId };
    return [patchTask(clock, board, now, { ...home, ...inputFields(before, names), ...base })];
  }
  if (change.kind === 'move') return present(moveTask(clock, board, now, before.state, place));
  // Column and rank are one unit: the card goes back to its place, by a move that says where its user saw it.
  const { state, rank: _, ...fields } = change.fields;
  const isMoved = state !== undefined && state !== before.state;
  const move = isMoved ? present(moveTask(clock, board, now, before.state, place)) : [];
  // What others add to a list before this change is sent is unknown here: it names what it takes back. Where it is
  // unknown who can be assigned, a refusal of these people keeps nothing else from coming back.
  const { assignees, labels } = fields;
  const lists = {
    ...(assignees && (isPending || !assignable) && { assignees }),
    ...(labels && isPending && { labels }),
  };
  const names = Object.keys(fields).filter((name) => !(name in lists));
  const edits = [
    ...(names.length > 0 ? [patchTask(clock, board, now, { ...inputFields(before, names), ...base })] : []),
    ...(Object.keys(lists).length > 0 ? present(editMany(clock, [now], opposite(before, lists))) : []),
  ];
  // While the card is private, a full column takes it.
  return before.visibility === 'PRIVATE' ? [...edits, ...move] : [...move, ...edits];
}

/** What a task had of people and labels that its move to another project may have taken from it. */
function idsBack(before: StoredTask, now: StoredTask, assignable: Assignable): Partial<StoredTask> {
  const names = bulkIdFields.filter((name) => name !== 'assignees' || assignable);
  return Object.fromEntries(names.map((name) => [name, [...new Set([...now[name], ...before[name]])]]));
}

const present = (mutation: BoardMutation | null): BoardMutation[] => (mutation ? [mutation] : []);
