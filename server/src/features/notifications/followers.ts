import { unassignedBy } from '@livelane/shared/boards/op.tasks';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { ChangesOf } from '../../database/connect';
import { RememberedReads } from '../../database/remembered-reads';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import type { CommentStore } from '../comments/comment.store';
import type { TaskSummary } from '../tasks/task.store';
import type { TaskSummaries } from '../tasks/task.summaries';
import type { FollowingStore, FollowModes } from './following.store';

interface Dependencies {
  summaries: Pick<TaskSummaries, 'of'>;
  comments: Pick<CommentStore, 'authorsOf'>;
  following: Pick<FollowingStore, 'ofTasks'>;
  oplog: Pick<Oplog, 'involvement'>;
  changesOf: ChangesOf;
}

/** Those who are involved in a task. */
interface Involved {
  summary: TaskSummary | undefined;
  /** The first comment of each of those who commented. */
  authors: ReadonlyMap<string, string>;
  modes: FollowModes;
}

interface FollowedTask {
  userIds: Set<string>;
  /** The present title; of a deletion the one that it took away, since its followers may see no later one. */
  title: string;
}

/** The followers of a task: its creator, assignees, commenters and those who chose to, but nobody who muted it. */
export class Followers {
  private readonly authors: RememberedReads<string, Map<string, string>>;
  private readonly modes: RememberedReads<string, FollowModes>;

  constructor(private readonly deps: Dependencies) {
    const { comments, following, changesOf } = deps;
    this.authors = new RememberedReads(['comments'], changesOf, async (taskIds) => {
      const found = await comments.authorsOf(taskIds);
      return taskIds.map((id) => found.get(id) ?? new Map());
    });
    this.modes = new RememberedReads(['follows'], changesOf, async (taskIds) => {
      const found = await following.ofTasks(taskIds);
      return taskIds.map((id) => found.get(id) ?? new Map());
    });
  }

  /** The present followers of a task, and what people have chosen for it. */
  async of(projectId: string, taskId: string): Promise<{ userIds: Set<string>; modes: FollowModes }> {
    const task = (await this.involvedIn(projectId, [taskId])).get(taskId);
    return { userIds: followersOf(task), modes: task?.modes ?? new Map() };
  }

  /**
   * Those who followed each op's task when it was written, by assignments and comments as they were then, and by
   * what people have chosen now.
   * @param ops about tasks of this project
   * @param known all ops after the first of these that change assignments or add comments, up to version `upToV`, in
   * order
   */
  async at(
    projectId: string,
    ops: ReadonlyArray<StoredOp & { taskId: string }>,
    known: readonly StoredOp[],
    upToV: number,
  ): Promise<Map<StoredOp, FollowedTask>> {
    const tasks = await this.involvedIn(projectId, [...new Set(ops.map(({ taskId }) => taskId))]);
    const changing = known.filter((op) => changesAssignees(op) || op.type === 'comment.added');
    const later = new Map<string, StoredOp[]>();
    for (const [taskId, { summary, authors }] of tasks) {
      const isKnown = summary?.task.projectId === projectId && summary.task.rev <= upToV;
      const unknown = isKnown
        ? []
        : await this.deps.oplog.involvement(projectId, taskId, upToV, [...authors.values()]);
      later.set(taskId, [...changing, ...unknown]);
    }
    return new Map(
      ops.map((op) => {
        const task = tasks.get(op.taskId);
        const since = later.get(op.taskId)?.filter(({ v }) => v > op.v) ?? [];
        const then = task && {
          ...task,
          authors: authorsBefore(op.taskId, since, task.authors),
          assignees: assignedBefore(op.taskId, since, task.summary?.task.assignees ?? []),
        };
        const { title = '' } =
          (op.type === 'task.deleted' ? (op.before as StoredTask) : task?.summary?.task) ?? {};
        return [op, { userIds: followersOf(then), title }];
      }),
    );
  }

  private async involvedIn(projectId: string, taskIds: readonly string[]): Promise<Map<string, Involved>> {
    if (taskIds.length === 0) return new Map();
    // A summary is at least as new as the authors: its version covers all of their comments.
    const authors = await Promise.all(taskIds.map((id) => this.authors.read(id)));
    const [summaries, modes] = await Promise.all([
      this.deps.summaries.of(taskIds.map((taskId) => ({ taskId, projectId }))),
      Promise.all(taskIds.map((id) => this.modes.read(id))),
    ]);
    return new Map(
      taskIds.map((id, index) => [
        id,
        {
          summary: summaries.get(id),
          authors: authors[index] ?? new Map(),
          modes: modes[index] ?? new Map(),
        },
      ]),
    );
  }
}

/** Whether an op changes who is assigned to tasks that were there before. */
export const changesAssignees = (op: StoredOp): boolean =>
  unassignedBy(op).length > 0 || formerAssignees(op) !== undefined;

/** @param task `assignees` are those of an earlier moment than now, if given */
function followersOf(task: (Involved & { assignees?: readonly string[] }) | undefined): Set<string> {
  const { summary, authors = new Map(), modes = new Map() } = task ?? {};
  const own = summary ? [summary.task.createdBy, ...(task?.assignees ?? summary.task.assignees)] : [];
  const userIds = new Set<string>([...own, ...authors.keys()]);
  for (const [userId, mode] of modes) {
    if (mode === 'follow') userIds.add(userId);
    else userIds.delete(userId);
  }
  return userIds;
}

/** Those who were assigned to a task before these ops, which led to `assignees`. */
function assignedBefore(
  taskId: string,
  ops: readonly StoredOp[],
  assignees: readonly string[],
): readonly string[] {
  let before = assignees;
  for (const op of ops.toReversed()) {
    if ('taskId' in op) before = (op.taskId === taskId && formerAssignees(op)) || before;
    else if (unassignedBy(op).includes(taskId) && 'userId' in op.patch) before = [...before, op.patch.userId];
  }
  return before;
}

/** Those who had commented on a task before these ops. Their order is that of versions: the clocks of nodes differ. */
function authorsBefore(
  taskId: string,
  ops: readonly StoredOp[],
  authors: ReadonlyMap<string, string>,
): Map<string, string> {
  const before = new Map(authors);
  for (const op of ops)
    if (op.type === 'comment.added' && op.taskId === taskId) {
      const { authorId, id } = op.patch.comment;
      if (before.get(authorId) === id) before.delete(authorId);
    }
  return before;
}

/** Of a task whose assignees it changes, or that it takes away. */
const formerAssignees = (op: StoredOp): string[] | undefined =>
  (op.before as { assignees?: string[] } | null)?.assignees;
