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
  assignees: readonly string[];
  /** The first comment of each of those who commented. */
  authors: Map<string, string>;
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
    const changes = changesByTask(known);
    for (const [taskId, { summary, authors }] of tasks) {
      if (summary?.task.projectId === projectId && summary.task.rev <= upToV) continue;
      const ids = [...authors.values()];
      const unknown = await this.deps.oplog.involvement(projectId, taskId, upToV, ids);
      changes.set(taskId, [...(changes.get(taskId) ?? []), ...unknown]);
    }
    const followed = new Map<StoredOp, FollowedTask>();
    // From the latest op back: each change is undone once.
    for (const op of ops.toReversed()) {
      const task = tasks.get(op.taskId);
      const later = changes.get(op.taskId) ?? [];
      for (let last = later.at(-1); task && last && last.v > op.v; last = later.at(-1)) {
        undo(task, last);
        later.pop();
      }
      const { title = '' } =
        (op.type === 'task.deleted' ? (op.before as StoredTask) : task?.summary?.task) ?? {};
      followed.set(op, { userIds: followersOf(task), title });
    }
    return followed;
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
          assignees: summaries.get(id)?.task.assignees ?? [],
          // A copy: what is read may be remembered.
          authors: new Map(authors[index]),
          modes: modes[index] ?? new Map(),
        },
      ]),
    );
  }
}

/** Whether an op changes who is assigned to tasks that were there before. */
export const changesAssignees = (op: StoredOp): boolean =>
  unassignedBy(op).length > 0 || formerAssignees(op) !== undefined;

function followersOf(task: Involved | undefined): Set<string> {
  if (!task) return new Set();
  const { summary, assignees, authors, modes } = task;
  const userIds = new Set([...(summary ? [summary.task.createdBy] : []), ...assignees, ...authors.keys()]);
  for (const [userId, mode] of modes) {
    if (mode === 'follow') userIds.add(userId);
    else userIds.delete(userId);
  }
  return userIds;
}

/** The ops that change who is involved in a task, in order, by task. */
function changesByTask(ops: readonly StoredOp[]): Map<string, StoredOp[]> {
  const changes = new Map<string, StoredOp[]>();
  for (const op of ops) {
    const isOfTask = 'taskId' in op && (op.type === 'comment.added' || changesAssignees(op));
    for (const taskId of isOfTask ? [op.taskId] : unassignedBy(op)) {
      const ofTask = changes.get(taskId);
      if (ofTask) ofTask.push(op);
      else changes.set(taskId, [op]);
    }
  }
  return changes;
}

/**
 * Makes of those who were involved after an op those before it.
 * @param op that changes who is involved in this task
 */
function undo(task: Involved, op: StoredOp): void {
  if (op.type === 'comment.added') {
    const { authorId, id } = op.patch.comment;
    // Their first one: versions tell their order, since the clocks of nodes differ.
    if (task.authors.get(authorId) === id) task.authors.delete(authorId);
  } else if ('taskId' in op) task.assignees = formerAssignees(op) ?? task.assignees;
  else if ('userId' in op.patch) task.assignees = [...task.assignees, op.patch.userId];
}

/** Of a task whose assignees it changes, or that it takes away. */
const formerAssignees = (op: StoredOp): string[] | undefined =>
  (op.before as { assignees?: string[] } | null)?.assignees;
