import type { NotificationReason } from '@livelane/shared/notifications/notification.schema';
import { derivedId } from '../../oplog/derived-id';
import type { Sight } from '../../oplog/op.effects';
import type { StoredOp } from '../../oplog/op.types';
import type { Publisher } from '../../realtime/publisher';
import type { AccessService } from '../members/access.service';
import type { ProjectStore } from '../projects/project.store';
import type { TaskStore } from '../tasks/task.store';
import { canSee } from '../tasks/task.visibility';
import type { UserStore } from '../users/user.store';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { PendingMember } from '../workspaces/workspace.types';
import type { Followers } from './followers';
import type { NotificationDocument } from './notification.model';
import type { NotificationService } from './notification.service';
import type { NotificationStore } from './notification.store';
import type { NotificationView } from './notification.view';
import { newsOf } from './op-news';
import type { PersonSettings } from './person-settings';

interface Dependencies {
  store: NotificationStore;
  view: NotificationView;
  service: Pick<NotificationService, 'unread'>;
  settings: PersonSettings;
  followers: Followers;
  access: Pick<AccessService, 'projectOf' | 'workspaceOf'>;
  projects: Pick<ProjectStore, 'find'>;
  workspaces: Pick<WorkspaceStore, 'find'>;
  tasks: Pick<TaskStore, 'find'>;
  users: Pick<UserStore, 'activeAmong'>;
  publisher: Pick<Publisher, 'notificationNew'>;
  /** Does someone look at this task now? */
  hasTaskOpen: (userId: string, projectId: string, taskId: string) => boolean;
  /** Sent to browsers that are closed. */
  push: (notification: NotificationDocument) => void;
  hasMail: boolean;
}

type News = Omit<NotificationDocument, '_id' | 'mail' | 'readAt'> & {
  /** What it is about, together with the person and the reason: the same one is never made twice (R29). */
  about: string;
};

/** Turns what happened into notifications: each once, for those who may see it at that moment. */
export class NotificationWriter {
  constructor(private readonly deps: Dependencies) {}

  /** What one op of a project tells. */
  async ofOp(op: StoredOp): Promise<void> {
    const news = newsOf(op);
    if (!news) return;
    const { projectId, v, actorId } = op;
    const taskId = 'taskId' in op ? op.taskId : undefined;
    const wanted = new Map<string, NotificationReason>();
    for (const { userId, reason } of news.direct) if (!wanted.has(userId)) wanted.set(userId, reason);
    if (news.followers && taskId !== undefined) {
      const { userIds } = await this.deps.followers.of(taskId);
      for (const userId of userIds)
        if (userId !== actorId && !wanted.has(userId)) wanted.set(userId, news.followers);
    }
    if (wanted.size === 0) return;
    const project = await this.deps.projects.find(projectId);
    if (!project) return;
    const title = taskId === undefined ? '' : ((await this.deps.tasks.find(taskId))?.task.title ?? '');
    for (const userId of await this.deps.users.activeAmong([...wanted.keys()])) {
      const reason = wanted.get(userId) as NotificationReason;
      if (!(await this.mayKnow(userId, reason, op, project.workspaceId))) continue;
      await this.write({
        about: `${projectId}/${v}`,
        userId,
        reason,
        workspaceId: project.workspaceId,
        projectId,
        ...(taskId !== undefined && { taskId }),
        ...commentIn(op),
        v,
        actorId,
        title,
        name: project.name,
        at: new Date(op.at),
      });
    }
  }

  /** What a change of someone's role in a workspace tells them: once, not once per project. */
  async ofWorkspaceChange(
    workspaceId: string,
    { id, userId, actorId, change, at }: PendingMember,
  ): Promise<void> {
    if (change === undefined || userId === actorId) return;
    const workspace = await this.deps.workspaces.find(workspaceId);
    const [active] = await this.deps.users.activeAmong([userId]);
    if (!workspace || active === undefined) return;
    const { name } = workspace;
    const news = { userId, reason: change, workspaceId, projectId: null, actorId, title: '', name, at };
    await this.write({ about: `${workspaceId}/${id}`, ...news });
  }

  /** @returns false for one that had been made before */
  async write({ about, ...news }: News): Promise<boolean> {
    const { store, settings, hasMail, push } = this.deps;
    const { userId, reason, projectId, taskId } = news;
    const isSeen =
      projectId !== null && taskId !== undefined && this.deps.hasTaskOpen(userId, projectId, taskId);
    const notification: NotificationDocument = {
      _id: derivedId(`${userId}/${reason}/${about}`, 'notification'),
      ...news,
      readAt: isSeen ? news.at : null,
      mail: hasMail && !isSeen ? 'open' : 'none',
    };
    if (!(await store.insert(notification))) return false;
    const { reasons } = await settings.of(userId);
    if (reasons[reason].app) {
      const [shown] = await this.deps.view.present(userId, [notification]);
      if (shown)
        this.deps.publisher.notificationNew(userId, {
          notification: shown,
          unread: await this.deps.service.unread(userId),
        });
    }
    if (!isSeen) push(notification);
    return true;
  }

  /** By the present roles and the sight that the op gave: what was not told then is not told later. */
  private async mayKnow(
    userId: string,
    reason: NotificationReason,
    op: StoredOp,
    workspaceId: string,
  ): Promise<boolean> {
    // Someone who has left the workspace is told that, and not about each project.
    if (reason === 'removed') return (await this.deps.access.workspaceOf(userId, workspaceId)) !== null;
    const access = await this.deps.access.projectOf(userId, op.projectId);
    if (!access) return false;
    const sight = sightOf(op);
    return sight === null || canSee({ userId, role: access.role }, sight);
  }
}

/** Who could see the op's task; null: everyone on the board. */
function sightOf(op: StoredOp): Sight | null {
  const sight = op.effect && 'sight' in op.effect ? op.effect.sight : undefined;
  return sight?.after ?? sight?.before ?? null;
}

function commentIn(op: StoredOp): Pick<NotificationDocument, 'commentId' | 'quote'> {
  if (op.type === 'comment.added') return { commentId: op.patch.comment.id, quote: op.patch.comment.text };
  if (op.type === 'comment.edited') return { commentId: op.patch.commentId, quote: op.patch.text };
  return {};
}
