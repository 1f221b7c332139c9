import type { CommentStore } from '../comments/comment.store';
import type { TaskGlance, TaskStore } from '../tasks/task.store';
import type { FollowingStore, FollowModes } from './following.store';

interface Dependencies {
  tasks: Pick<TaskStore, 'glances'>;
  comments: Pick<CommentStore, 'authorsOf'>;
  following: FollowingStore;
}

interface FollowedTask {
  userIds: Set<string>;
  modes: FollowModes;
  /** The title of now. */
  title: string;
}

/** Who follows a task: its creator, assignees, commenters and those who chose to, without those who have muted it. */
export class Followers {
  constructor(private readonly deps: Dependencies) {}

  /** Of each of these tasks, by its id. */
  async of(taskIds: readonly string[]): Promise<Map<string, FollowedTask>> {
    if (taskIds.length === 0) return new Map();
    const [glances, authors, modes] = await Promise.all([
      this.deps.tasks.glances(taskIds),
      this.deps.comments.authorsOf(taskIds),
      this.deps.following.ofTasks(taskIds),
    ]);
    return new Map(
      taskIds.map((id) => [id, followed(glances.get(id), authors.get(id) ?? [], modes.get(id) ?? new Map())]),
    );
  }
}

function followed(
  glance: TaskGlance | undefined,
  authors: Iterable<string>,
  modes: FollowModes,
): FollowedTask {
  const own = glance ? [glance.task.createdBy, ...glance.task.assignees] : [];
  const userIds = new Set([...own, ...authors]);
  for (const [userId, mode] of modes) {
    if (mode === 'follow') userIds.add(userId);
    else userIds.delete(userId);
  }
  return { userIds, modes, title: glance?.task.title ?? '' };
}
