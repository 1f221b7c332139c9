import type { CommentStore } from '../comments/comment.store';
import type { TaskStore } from '../tasks/task.store';
import type { FollowingStore } from './following.store';

interface Dependencies {
  tasks: Pick<TaskStore, 'find'>;
  comments: Pick<CommentStore, 'authorsOf'>;
  following: FollowingStore;
}

/** Who follows a task: its creator, assignees, commenters and those who chose to, without those who have muted it. */
export class Followers {
  constructor(private readonly deps: Dependencies) {}

  async of(taskId: string): Promise<{ userIds: Set<string>; modes: Map<string, 'follow' | 'mute'> }> {
    const [row, authors, modes] = await Promise.all([
      this.deps.tasks.find(taskId),
      this.deps.comments.authorsOf(taskId),
      this.deps.following.ofTask(taskId),
    ]);
    const own = row ? [row.task.createdBy, ...row.task.assignees] : [];
    const userIds = new Set([...own, ...authors]);
    for (const [userId, mode] of modes) {
      if (mode === 'follow') userIds.add(userId);
      else userIds.delete(userId);
    }
    return { userIds, modes };
  }
}
