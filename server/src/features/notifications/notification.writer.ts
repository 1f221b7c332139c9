import type { NotificationReason } from '@livelane/shared/notifications/notification.schema';
import { derivedId } from '../../oplog/derived-id';
import type { Sight } from '../../oplog/op.effects';
import type { StoredOp } from '../../oplog/op.types';
import type { Publisher } from '../../realtime/publisher';
import { Semaphore } from '../../semaphore';
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

/** Ops, and people, that are seen to at once: what they write goes to disk together. */
const AT_ONCE = 32;

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
  private readonly atOnce = new Semaphore(AT_ONCE);

  constructor(private readonly deps: Dependencies) {}

  /** What ops of a project tell. */
  async ofOps(ops: readonly StoredOp[]): Promise<void> {
    const made: NotificationDocument[] = [];
    try {
      // Each of them is new or known by its own key: they need not wait for each other.
      const found = await Promise.allSettled(ops.map((op) => this.atOnce.run(() => this.ofOp(op, made))));
      for (const each of found) if (each.status === 'rejected') throw each.reason;
    } finally {
      await this.tellAll(made.sort((a, b) => (a.v ?? 0) - (b.v ?? 0)));
    }
  }

  /** @param made what is new is added here */
  private async ofOp(op: StoredOp, made: NotificationDocument[]): Promise<void> {
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
    const { workspaceId, name } = project;
    const title = taskId === undefined ? '' : ((await this.deps.tasks.find(taskId))?.task.title ?? '');
    const one = async (userId: string): Promise<void> => {
      const reason = wanted.get(userId) as NotificationReason;
      if (!(await this.mayKnow(userId, reason, op, workspaceId))) return;
      const isNew = await this.make({
        about: `${projectId}/${v}`,
        userId,
        reason,
        workspaceId,
        projectId,
        ...(taskId !== undefined && { taskId }),
        ...commentIn(op),
        v,
        actorId,
        title,
        name,
        at: new Date(op.at),
      });
      if (isNew) made.push(isNew);
    };
    await Promise.all((await this.deps.users.activeAmong([...wanted.keys()])).map(one));
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
  async write(news: News): Promise<boolean> {
    const made = await this.make(news);
    if (made) await this.tell(news.userId, [made]);
    return made !== null;
  }

  /** @returns null for one that had been made before */
  private async make({ about, ...news }: News): Promise<NotificationDocument | null> {
    const { userId, reason, projectId, taskId } = news;
    const isSeen =
      projectId !== null && taskId !== undefined && this.deps.hasTaskOpen(userId, projectId, taskId);
    const notification: NotificationDocument = {
      _id: derivedId(`${userId}/${reason}/${about}`, 'notification'),
      ...news,
      readAt: isSeen ? news.at : null,
      mail: this.deps.hasMail && !isSeen ? 'open' : 'none',
    };
    return (await this.deps.store.insert(notification)) ? notification : null;
  }

  private async tellAll(made: readonly NotificationDocument[]): Promise<void> {
    const byPerson = new Map<string, NotificationDocument[]>();
    for (const each of made) {
      const known = byPerson.get(each.userId);
      if (known) known.push(each);
      else byPerson.set(each.userId, [each]);
    }
    await Promise.all([...byPerson].map(([userId, own]) => this.atOnce.run(() => this.tell(userId, own))));
  }

  /** Someone's new ones: what they see of them, and how many are unread with them, are read once. */
  private async tell(userId: string, made: readonly NotificationDocument[]): Promise<void> {
    const { settings, view, service, publisher, push } = this.deps;
    const { reasons } = await settings.of(userId);
    const wanted = made.filter(({ reason }) => reasons[reason].app);
    const shown = await view.present(userId, wanted);
    if (shown.length > 0) {
      const unread = await service.unread(userId);
      for (const notification of shown) publisher.notificationNew(userId, { notification, unread });
    }
    for (const each of made) if (each.readAt === null) push(each);
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
