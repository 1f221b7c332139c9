import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import type { StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { BoardState } from './board.types';
import type { BoardMutation, Neighbours } from './mutations';
import { placeIn } from './personal.rank';

/** Most actions that can be undone, one after another. */
const MAX_KEPT = 20;
const KEY = 'livelane-undo';

/** By card, the ids of those directly above and below it in its own project. */
export type Beside = Readonly<Record<string, { afterId?: string; beforeId?: string }>>;

/** A change of this user on a board, with the data to undo it. */
export interface Undoable {
  boardId: string;
  mutation: BoardMutation;
  /** The task and its place before the change. */
  before: StoredTask;
  place: Neighbours;
  /** All of them, for a change of many cards. */
  befores?: StoredTask[];
  /** Of cards of the board over all projects: those that stood beside them in their project. */
  beside?: Beside | undefined;
  /** The column to which another change moved them, which is undone with this one. */
  movedTo?: TaskState;
  /** Parts of the task that someone else has changed since: fields, `place`, comments, items; else the op's type. */
  overwritten: Set<string>;
  /** Names the changes that were made, and are undone, as one: those of several projects, or parts of one card. */
  action?: string | undefined;
  /** The version that it has become, once it is known. */
  v?: number;
}

/** The other project to which a change moves its task. */
export function destinationOf({
  mutation,
  before,
}: Pick<Undoable, 'mutation' | 'before'>): string | undefined {
  const { projectId } = (mutation.entry.body ?? {}) as UpdateTaskInput;
  return projectId === before.projectId ? undefined : projectId;
}

const actionOf = ({ action, mutation }: Undoable): string => action ?? mutation.entry.mutationId;

/** A card's place among the cards of its column. */
export function placeOf(board: BoardState, task: StoredTask): Neighbours {
  const { ids } = board.view[task.state];
  const index = ids.indexOf(task.id);
  return {
    afterId: ids[index - 1] ?? null,
    beforeId: ids[index + 1] ?? null,
    ...(board.kind === 'personal' && { position: placeIn(task.rank) }),
  };
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
    const kept = [...this.kept, undoable];
    const last = new Set([...new Set(kept.map(actionOf))].slice(-MAX_KEPT));
    this.keep(kept.filter((each) => last.has(actionOf(each))));
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
    return this.kept.filter((each) => actionOf(each) === actionOf(change)).reverse();
  }

  /** The change was undone, or never saved. */
  forget(mutationId: string): void {
    this.keep(this.kept.filter(({ mutation }) => mutation.entry.mutationId !== mutationId));
  }

  /** The change has become that version: by its answer, or by its op, which some boards never get. */
  committed(mutationId: string, v: number): void {
    const change = this.kept.find(({ mutation }) => mutation.entry.mutationId === mutationId);
    if (!change) return;
    change.v = v;
    this.keep(this.kept);
  }

  /** Takes ops as they arrive: changes that others have overwritten are not undone without asking. */
  observe(ops: readonly VisibleOp[]): void {
    for (const op of ops) {
      if (op.type === 'noop' || !('taskId' in op)) continue;
      this.committed(op.mutationId, op.v);
      if (op.actorId === this.userId) continue;
      for (const each of this.kept) {
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
  return [op.type];
}

export const itemMark = (itemId: string): string => `item ${itemId}`;
export const commentMark = (commentId: string): string => `comment ${commentId}`;
