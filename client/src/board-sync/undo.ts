import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import { creationInput, inputFields } from '@livelane/shared/tasks/task.conversions';
import { bulkIdFields } from '@livelane/shared/tasks/task.fields';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { BoardState, ChecklistChange } from './board.types';
import { revertChecklist } from './checklist.mutations';
import { revertComment } from './comment.mutations';
import {
  type BoardMutation,
  type Clock,
  createTask,
  type DropPlace,
  moveTask,
  patchTask,
  restoreTask,
} from './mutations';

/** Most changes that can be undone, one after another. */
const MAX_KEPT = 20;
const KEY = 'livelane-undo';

/** A change of this user on a board, with the data to undo it. */
export interface Undoable {
  boardId: string;
  mutation: BoardMutation;
  /** The task and its place before the change. */
  before: StoredTask;
  place: DropPlace;
  /** All of them, for a change of many cards. */
  befores?: StoredTask[];
  /** The column to which another change moved them, which is undone with this one. */
  movedTo?: TaskState;
  /** Parts of the task that someone else has changed since: fields, `place`, `deleted`, comments. */
  overwritten: Set<string>;
  /** Names the changes that were made, and are undone, as one: one for each project. */
  action?: string;
  /** The version that it has become, once its op is here. */
  v?: number;
}

/** A card's place among the cards of its column. */
export function placeOf(board: BoardState, task: StoredTask): DropPlace {
  const { ids } = board.view[task.state];
  const index = ids.indexOf(task.id);
  return { afterId: ids[index - 1] ?? null, beforeId: ids[index + 1] ?? null };
}

/** This user's own last changes in this tab, newest last. */
export class UndoHistory {
  private kept: Undoable[];

  /** @param storage the tab's own, so that the history survives a reload; throws if it is off */
  constructor(
    private readonly userId: string,
    private readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  ) {
    this.kept = this.read();
  }

  add(change: Omit<Undoable, 'overwritten'>): Undoable {
    const undoable = { ...change, overwritten: new Set<string>() };
    this.keep([...this.kept, undoable].slice(-MAX_KEPT));
    return undoable;
  }

  has(change: Undoable): boolean {
    return this.kept.includes(change);
  }

  last(boardId: string): Undoable | undefined {
    return this.kept.findLast((each) => each.boardId === boardId);
  }

  /** The changes that are undone with this one, and itself, the newest first. */
  sameAction(change: Undoable): Undoable[] {
    const { action } = change;
    return action ? this.kept.filter((each) => each.action === action).reverse() : [change];
  }

  /** The change was undone, or never saved. */
  forget(mutationId: string): void {
    this.keep(this.kept.filter(({ mutation }) => mutation.entry.mutationId !== mutationId));
  }

  /** Takes ops as they arrive: changes that others have overwritten are not undone without asking. */
  observe(ops: readonly VisibleOp[]): void {
    for (const op of ops) {
      if (op.type === 'noop' || !('taskId' in op)) continue;
      for (const each of this.kept) {
        if (each.mutation.entry.mutationId === op.mutationId) {
          each.v = op.v;
          this.keep(this.kept);
        }
        if (op.actorId === this.userId) continue;
        // Of a bulk change, cards that others have changed stay as they are.
        if (each.befores?.some(({ id }) => id === op.taskId)) {
          each.overwritten.add(op.taskId);
          this.keep(this.kept);
        }
        if (each.befores || each.before.id !== op.taskId) continue;
        for (const thing of changedBy(op)) each.overwritten.add(thing);
        this.keep(this.kept);
      }
    }
  }

  private keep(kept: Undoable[]): void {
    this.kept = kept;
    const plain = kept.map((each) => ({ ...each, overwritten: [...each.overwritten] }));
    try {
      this.storage().setItem(KEY, JSON.stringify({ userId: this.userId, kept: plain }));
    } catch {
      // Storage is full or off: the history lasts as long as the page.
    }
  }

  private read(): Undoable[] {
    try {
      const { userId, kept } = JSON.parse(this.storage().getItem(KEY) ?? '{}') as {
        userId?: string;
        kept?: Array<Omit<Undoable, 'overwritten'> & { overwritten: string[] }>;
      };
      if (userId !== this.userId || !kept) return [];
      return kept.map((each) => ({ ...each, overwritten: new Set(each.overwritten) }));
    } catch {
      return [];
    }
  }
}

function changedBy(op: Exclude<VisibleOp, { type: 'noop' }>): string[] {
  if (op.type === 'task.moved') return ['place'];
  if (op.type === 'task.patched')
    return Object.keys(op.patch).map((name) => (name === 'state' ? 'place' : name));
  if (op.type === 'comment.edited' || op.type === 'comment.deleted') return [commentMark(op.patch.commentId)];
  if (op.type === 'checklist.changed') return op.patch.items.map(({ id }) => itemMark(id));
  if (op.type === 'checklist.removed') return op.patch.itemIds.map(itemMark);
  return op.type === 'task.deleted' ? ['deleted'] : [];
}

/** Whether an item has another text than it was given. */
const isRewritten = ({ items }: ChecklistChange, { checklist }: StoredTask): boolean =>
  items.some(
    ({ id, text }) => text !== undefined && checklist.some((item) => item.id === id && item.text !== text),
  );

const touchedItems = ({ items, gone }: ChecklistChange): string[] =>
  [...items.map(({ id }) => id), ...gone].map(itemMark);
const itemMark = (itemId: string): string => `item ${itemId}`;
const commentMark = (commentId: string): string => `comment ${commentId}`;

/** Whether someone else has changed the same part since, by the ops, or by the task itself if ops were missed. */
export function isOverwritten({ mutation, overwritten }: Undoable, now: StoredTask | undefined): boolean {
  const { change } = mutation.pending;
  if (change.kind === 'delete') return now !== undefined;
  if (!now) return true;
  if (change.kind === 'move') return overwritten.has('place') || now.state !== change.state;
  if (change.kind === 'comment') return overwritten.has(commentMark(change.comment.id));
  if (change.kind === 'checklist')
    return touchedItems(change).some((mark) => overwritten.has(mark)) || isRewritten(change, now);
  if (change.kind !== 'patch') return false;
  return Object.entries(change.fields).some(([name, value]) => {
    if (name === 'rank') return false;
    if (name === 'state') return overwritten.has('place') || now.state !== value;
    return overwritten.has(name) || JSON.stringify(now[name as keyof StoredTask]) !== JSON.stringify(value);
  });
}

interface Situation {
  clock: Clock;
  board: BoardState;
  /** The present task; undefined if it is deleted. */
  now: StoredTask | undefined;
  userId: string;
  /** Someone who may not restore a deleted task creates it again. */
  canRestore: boolean;
  /** Changes of the task are pending, so its `rev` here is older than they are. */
  isPending: boolean;
}

/**
 * The changes that undo one, in sending order; none when there is nothing left to undo.
 */
export function revert({ mutation, before, place, v }: Undoable, situation: Situation): BoardMutation[] {
  const { clock, board, now, userId, canRestore, isPending } = situation;
  const { change } = mutation.pending;
  if (change.kind === 'delete') {
    if (now) return [];
    const copy = { ...creationInput(before), projectId: before.projectId };
    const back = canRestore ? restoreTask(clock, before) : createTask(clock, board, userId, copy);
    // A restored task comes to the end of its column.
    const isLast = place.beforeId === null;
    const task = { ...before, id: back.pending.taskId };
    return isLast ? [back] : [back, ...present(moveTask(clock, board, task, before.state, place))];
  }
  if (!now) return [];
  if (change.kind === 'checklist') return revertChecklist(clock, now, change);
  if (change.kind === 'comment') return present(revertComment(clock, now, change, v));
  if (change.kind === 'move') return present(moveTask(clock, board, now, before.state, place));
  if (change.kind !== 'patch') return [];
  const names = Object.keys(change.fields).filter((name) => !(isPending && isList(name)));
  if (names.length === 0) return [];
  const base = { baseRev: now.rev, baseProjectId: now.projectId };
  return [patchTask(clock, board, now, { ...inputFields(before, names), ...base })];
}

const isList = (name: string): boolean => (bulkIdFields as readonly string[]).includes(name);

/**
 * Whether an edit of lists is to be undone that is not sent yet: what others add to them meanwhile is unknown here, so
 * `revertLists` takes back what it added and removed.
 */
export const hasUnsentLists = ({ mutation }: Undoable, isPending: boolean): boolean => {
  const { change } = mutation.pending;
  return isPending && change.kind === 'patch' && Object.keys(change.fields).some(isList);
};

const present = (mutation: BoardMutation | null): BoardMutation[] => (mutation ? [mutation] : []);
