import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import type { Comment, CommentsPage } from '@livelane/shared/comments/comment.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import type { CommentChange, Pending } from './board.types';

/** The comments of an open task: a page of the server and the ops after it. */
export interface Thread {
  taskId: string;
  projectId: string;
  /** Confirmed comments, oldest first. */
  comments: Comment[];
  /** The `before` of the page with older ones; null when there are none. */
  next: string | null;
  /** The comment before which `next` continues; undefined when there are no older ones. */
  start: Comment | undefined;
  v: number;
  people: Record<string, PublicUser>;
  /** Ops are missing: it must be read again. */
  isStale: boolean;
}

/** By task. */
export type Threads = Record<string, Thread>;

/** A page of comments and its request. */
export interface ThreadRead {
  taskId: string;
  projectId: string;
  page: CommentsPage;
  /** The place before which it ends; absent: the newest ones. */
  before?: string | undefined;
  /** It comes from this browser's storage, and is read again once there is a server. */
  isKept?: boolean;
}

/** Ops `from`..`to` of one project. */
interface Range {
  projectId: string;
  from: number;
  to: number;
  ops: readonly VisibleOp[];
}

/** A comment as it is shown. */
export interface ShownComment extends Comment {
  /** A change of it has not been confirmed yet. */
  isWaiting: boolean;
  /** It is not in the thread yet: its time is by the clock of this computer, which may be wrong. */
  isNew: boolean;
}

/**
 * Takes a page of comments. One that is older than what is held is ignored (R10); one that lacks a change which has
 * come meanwhile is read again.
 *
 * @param rev of the task on the held boards; 0 if none has it
 */
export function threadsWithRead(
  threads: Threads,
  { taskId, projectId, page, before, isKept = false }: ThreadRead,
  rev: number,
): Threads {
  const held = threads[taskId];
  if (held && isKept) return threads;
  const people = Object.fromEntries(page.people.map((person) => [person.id, person]));
  const { comments, next, v } = page;
  const isBehind = v < rev;
  const start = next === null ? undefined : comments[0];
  if (before === undefined) {
    // Reading again brought nothing new. A new epoch counts anew: the boards will be read, too.
    const isIgnored = held?.isStale ? isBehind && v <= held.v : held && v < held.v;
    if (isIgnored && held?.projectId === projectId) return threads;
    const isStale = isKept || isBehind;
    return { ...threads, [taskId]: { taskId, projectId, comments, next, start, v, people, isStale } };
  }
  if (held?.next !== before) return threads;
  if (isBehind) return { ...threads, [taskId]: { ...held, isStale: true } };
  const all = { ...held.people, ...people };
  const whole = [...comments, ...held.comments];
  return { ...threads, [taskId]: { ...held, comments: whole, next, start, people: all } };
}

export function threadsWithOps(threads: Threads, range: Range): Threads {
  return changeThreads(threads, range.projectId, (thread) => {
    if (range.from > thread.v + 1) return thread.isStale ? thread : { ...thread, isStale: true };
    if (range.to <= thread.v) return thread;
    const comments = range.ops.reduce((held, op) => commentsWithOp(held, op, thread), thread.comments);
    return { ...thread, comments, v: range.to };
  });
}

/** Ops about some tasks only: others may be missing. @param isCovered true for tasks whose ops are complete */
export function threadsWithPersonalOps(
  threads: Threads,
  range: Range,
  isCovered: (taskId: string) => boolean,
): Threads {
  return changeThreads(threadsWithOps(threads, range), range.projectId, (thread) =>
    isCovered(thread.taskId) || threads[thread.taskId] === thread ? thread : { ...thread, isStale: true },
  );
}

/** A board was read, not followed: older threads have missed ops. @param v null: all are stale */
export function threadsBehind(threads: Threads, projectId: string, v: number | null): Threads {
  return changeThreads(threads, projectId, (thread) =>
    v === null || (v > thread.v && !thread.isStale) ? { ...thread, isStale: true } : thread,
  );
}

/** R15: the confirmed comments with this client's changes on top, in the order in which they were made. */
export function shownComments(
  taskId: string,
  thread: Thread | undefined,
  pending: readonly Pending[],
): ShownComment[] {
  const shown: ShownComment[] = (thread?.comments ?? []).map((each) => ({
    ...each,
    isWaiting: false,
    isNew: false,
  }));
  for (const { taskId: of, change, ackV } of pending) {
    if (of !== taskId || change.kind !== 'comment') continue;
    if (ackV === undefined || ackV > (thread?.v ?? 0)) paint(shown, change, ackV);
  }
  return shown;
}

/** Whether its text is the comment's once it is in the log. What is restored may have another one than was seen. */
export const setsText = ({ act }: CommentChange) => act === 'add' || act === 'edit';

function paint(shown: ShownComment[], change: CommentChange, ackV: number | undefined): void {
  const { act, comment } = change;
  const at = shown.findIndex(({ id }) => id === comment.id);
  // An edit that begins now builds on it.
  const rev = (setsText(change) && ackV) || comment.rev;
  const held = shown[at];
  const { createdAt, isNew } = held ?? { ...comment, isNew: act === 'add' };
  const painted = { ...comment, rev, createdAt, isWaiting: ackV === undefined, isNew };
  if (act === 'delete') {
    if (held) shown.splice(at, 1);
  } else if (held) shown[at] = painted;
  else if (act === 'add') shown.push(painted);
  else if (act === 'restore') shown.splice(placeOf(shown, comment), 0, painted);
}

function commentsWithOp(comments: Comment[], op: VisibleOp, { taskId, v, start }: Thread): Comment[] {
  if (op.type === 'noop' || op.v <= v || !('taskId' in op) || op.taskId !== taskId) return comments;
  switch (op.type) {
    case 'comment.added':
    case 'comment.restored': {
      const { comment } = op.patch;
      // One before the held range comes with its page.
      if (start && isBefore(comment, start)) return comments;
      if (comments.some(({ id }) => id === comment.id)) return comments;
      return comments.toSpliced(placeOf(comments, comment), 0, comment);
    }
    case 'comment.edited': {
      const { commentId, text, mentions } = op.patch;
      const edited = { text, mentions, isEdited: true, updatedAt: op.at, rev: op.v };
      return comments.map((each) =>
        each.id === commentId && each.rev < op.v ? { ...each, ...edited } : each,
      );
    }
    case 'comment.deleted':
      return comments.filter(({ id }) => id !== op.patch.commentId);
    default:
      return comments;
  }
}

/** The order of a thread: by time, then by id. */
const isBefore = (a: Comment, b: Comment): boolean =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id);

/** A comment's place in a thread. */
const placeOf = (comments: readonly Comment[], comment: Comment): number =>
  comments.findLastIndex((each) => isBefore(each, comment)) + 1;

function changeThreads(threads: Threads, projectId: string, change: (thread: Thread) => Thread): Threads {
  const changed = Object.values(threads).flatMap((thread) => {
    const next = thread.projectId === projectId ? change(thread) : thread;
    return next === thread ? [] : [[thread.taskId, next] as const];
  });
  return changed.length > 0 ? { ...threads, ...Object.fromEntries(changed) } : threads;
}
