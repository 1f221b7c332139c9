import type { ChangesOf } from '../../database/connect';
import { RememberedReads } from '../../database/remembered-reads';
import type { CommentStore } from '../comments/comment.store';
import type { TaskSummary } from '../tasks/task.store';
import type { TaskSummaries } from '../tasks/task.summaries';
import type { FollowingStore, FollowModes } from './following.store';

interface Dependencies {
  summaries: Pick<TaskSummaries, 'of'>;
  comments: Pick<CommentStore, 'authorsOf'>;
  following: Pick<FollowingStore, 'ofTasks'>;
  changesOf: ChangesOf;
}

interface FollowedTask {
  userIds: Set<string>;
  modes: FollowModes;
  /** The present title. */
  title: string;
}

/** The followers of a task: its creator, assignees, commenters and those who chose to, but nobody who muted it. */
export class Followers {
  private readonly authors: RememberedReads<string, string[]>;
  private readonly modes: RememberedReads<string, FollowModes>;

  constructor(private readonly deps: Dependencies) {
    const { comments, following, changesOf } = deps;
    this.authors = new RememberedReads(['comments'], changesOf, async (taskIds) => {
      const found = await comments.authorsOf(taskIds);
      return taskIds.map((id) => found.get(id) ?? []);
    });
    this.modes = new RememberedReads(['follows'], changesOf, async (taskIds) => {
      const found = await following.ofTasks(taskIds);
      return taskIds.map((id) => found.get(id) ?? new Map());
    });
  }

  /** The followers of each of these tasks of a project, by its id. */
  async of(projectId: string, taskIds: readonly string[]): Promise<Map<string, FollowedTask>> {
    if (taskIds.length === 0) return new Map();
    const [summaries, authors, modes] = await Promise.all([
      this.deps.summaries.of(taskIds.map((taskId) => ({ taskId, projectId }))),
      Promise.all(taskIds.map((id) => this.authors.read(id))),
      Promise.all(taskIds.map((id) => this.modes.read(id))),
    ]);
    return new Map(
      taskIds.map((id, index) => [
        id,
        followed(summaries.get(id), authors[index] ?? [], modes[index] ?? new Map()),
      ]),
    );
  }
}

function followed(
  summary: TaskSummary | undefined,
  authors: Iterable<string>,
  modes: FollowModes,
): FollowedTask {
  const own = summary ? [summary.task.createdBy, ...summary.task.assignees] : [];
  const userIds = new Set([...own, ...authors]);
  for (const [userId, mode] of modes) {
    if (mode === 'follow') userIds.add(userId);
    else userIds.delete(userId);
  }
  return { userIds, modes, title: summary?.task.title ?? '' };
}
