import type { NotificationReason } from '@livelane/shared/notifications/notification.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { Semaphore } from '@livelane/shared/semaphore';
import type { Sight } from '@livelane/shared/tasks/task.visibility';
import type { ChangesOf } from '../../database/connect';
import { RememberedReads } from '../../database/remembered-reads';
import type { StoredOp } from '../../oplog/op.types';
import type { Publisher } from '../../realtime/publisher';
import type { AccessService } from '../members/access.service';
import type { ProjectStore } from '../projects/project.store';
import { canSee } from '../tasks/task.visibility';
import type { UserStore } from '../users/user.store';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { PendingMember } from '../workspaces/workspace.types';
import type { Followers } from './followers';
import { type NotificationDocument, notificationId } from './notification.model';
import type { NotificationStore } from './notification.store';
import type { NotificationView } from './notification.view';
import { newsOf } from './op-news';
import type { PersonSettings } from './person-settings';
import type { UnreadCount } from './unread.count';

/** People who are notified in parallel. */
const AT_ONCE = 32;
/** Notifications that are written at once. */
const WRITTEN_AT_ONCE = 200;

interface Dependencies {
  store: Pick<NotificationStore, 'insert'>;
  view: NotificationView;
  unread: UnreadCount;
  settings: PersonSettings;
  followers: Followers;
  access: Pick<AccessService, 'projectOf'>;
  projects: Pick<ProjectStore, 'find'>;
  workspaces: Pick<WorkspaceStore, 'find'>;
  users: Pick<UserStore, 'activeAmong'>;
  publisher: Pick<Publisher, 'push' | 'isListening'>;
  /** Whether someone looks at this task now. */
  hasTaskOpen: (userId: string, projectId: string, taskId: string) => boolean;
  /** Sent to browsers that are closed. */
  push: (notifications: readonly NotificationDocument[]) => void;
  hasMail: boolean;
  changesOf: ChangesOf;
  databaseNow: () => number;
}

type News = Omit<NotificationDocument, '_id' | 'mail' | 'readAt'> & {
  /** Its subject; with the person and the reason it identifies the notification: none is made twice (R29). */
  about: string;
};

/** Turns events into notifications: each once, for those who may see it at that moment. */
export class NotificationWriter {
  private readonly atOnce = new Semaphore(AT_ONCE);

  /** Whether someone's account may be used. */
  private readonly isActive: RememberedReads<string, boolean>;

  constructor(private readonly deps: Dependencies) {
    const { users, changesOf } = deps;
    this.isActive = new RememberedReads(['users'], changesOf, async (userIds) => {
      const active = new Set(await users.activeAmong(userIds));
      return userIds.map((id) => active.has(id));
    });
  }

  /**
   * Notifies of ops, all of one project. The data they need is read for all of them together.
   * @param ops in order; also those that change assignments, up to version `upToV`
   */
  async ofOps(ops: readonly StoredOp[], upToV: number): Promise<void> {
    const drafts = this.drafts(await this.newsOf(ops, upToV));
    const made: NotificationDocument[] = [];
    try {
      for (let first = 0; first < drafts.length; first += WRITTEN_AT_ONCE)
        made.push(...(await this.deps.store.insert(drafts.slice(first, first + WRITTEN_AT_ONCE))));
    } finally {
      await this.publish(made);
    }
  }

  /** In the order of the ops. */
  private async newsOf(ops: readonly StoredOp[], upToV: number): Promise<News[]> {
    const telling = ops.flatMap((op) => {
      const news = newsOf(op);
      return news ? [{ op, news }] : [];
    });
    const projectId = telling[0]?.op.projectId;
    if (projectId === undefined) return [];
    const ofTasks = telling.flatMap(({ op }) => ('taskId' in op ? [op] : []));
    const followed = await this.deps.followers.at(projectId, ofTasks, ops, upToV);
    const wanted = telling.map(({ op, news }) => {
      const reasons = new Map<string, NotificationReason>();
      for (const { userId, reason } of news.direct) if (!reasons.has(userId)) reasons.set(userId, reason);
      const task = followed.get(op);
      if (news.followers)
        for (const userId of task?.userIds ?? [])
          if (userId !== op.actorId && !reasons.has(userId)) reasons.set(userId, news.followers);
      const taskId = 'taskId' in op ? op.taskId : undefined;
      return { op, taskId, reasons, title: task?.title ?? '' };
    });
    const people = [...new Set(wanted.flatMap(({ reasons }) => [...reasons.keys()]))];
    if (people.length === 0) return [];
    const areActive = await Promise.all(people.map((userId) => this.isActive.read(userId)));
    const active = people.filter((_, index) => areActive[index]);
    const found = await Promise.all(active.map((userId) => this.deps.access.projectOf(userId, projectId)));
    const project =
      found.find((each) => each !== null)?.project ?? (await this.deps.projects.find(projectId));
    if (!project) return [];
    const { workspaceId, name } = project;
    const roles = new Map(active.map((userId, index) => [userId, found[index]?.role ?? null]));
    return wanted.flatMap(({ op, taskId, reasons, title }) =>
      [...reasons].flatMap(([userId, reason]): News[] => {
        const role = roles.get(userId);
        if (role === undefined || !mayKnow(userId, role, reason, op)) return [];
        return [
          {
            about: `${projectId}/${op.v}`,
            userId,
            reason,
            workspaceId,
            projectId,
            ...(taskId !== undefined && { taskId }),
            ...commentIn(op),
            v: op.v,
            actorId: op.actorId,
            ...(reason === 'role_changed' && roleIn(op)),
            title,
            name,
            at: new Date(op.at),
          },
        ];
      }),
    );
  }

  /** Notifies someone of a change of their role in a workspace: once, not once per project. */
  async ofWorkspaceChange(
    workspaceId: string,
    { id, userId, actorId, change, roleId, at }: PendingMember,
  ): Promise<void> {
    if (change === undefined || userId === actorId) return;
    const workspace = await this.deps.workspaces.find(workspaceId);
    if (!workspace || !(await this.isActive.read(userId))) return;
    const { name } = workspace;
    const news = { userId, reason: change, workspaceId, projectId: null, actorId, title: '', name, at };
    const role = change === 'role_changed' && roleId !== undefined ? { roleId } : {};
    await this.write({ about: `${workspaceId}/${id}`, ...news, ...role });
  }

  /** Does nothing if it was written before. */
  async write(news: News): Promise<void> {
    await this.publish(await this.deps.store.insert(this.drafts([news])));
  }

  /**
   * None is later than now by the database's clock: one node's clock that is ahead makes all later ops of a board later,
   * whichever node commits them, and their mails would wait for that time.
   */
  private drafts(news: readonly News[]): NotificationDocument[] {
    const now = this.deps.databaseNow();
    const aheadMs = news.reduce((most, { at }) => Math.max(most, at.getTime() - now), 0);
    // All by as much: they stay in order.
    return news.map((each) => this.draft({ ...each, at: new Date(each.at.getTime() - aheadMs) }));
  }

  private draft({ about, ...news }: News): NotificationDocument {
    const { userId, reason, projectId, taskId } = news;
    const isSeen =
      projectId !== null && taskId !== undefined && this.deps.hasTaskOpen(userId, projectId, taskId);
    return {
      _id: notificationId(userId, reason, about),
      ...news,
      readAt: isSeen ? news.at : null,
      mail: this.deps.hasMail && !isSeen ? 'open' : 'none',
    };
  }

  /** Pushes the new ones as their readers may see them, with the number of unread ones. */
  private async publish(made: readonly NotificationDocument[]): Promise<void> {
    if (made.length === 0) return;
    const { settings, unread, view, publisher, push } = this.deps;
    push(made.filter(({ readAt }) => readAt === null));
    // People who connect later read their list then.
    const byPerson = new Map<string, NotificationDocument[]>();
    for (const each of made) {
      const own = byPerson.get(each.userId);
      if (own) own.push(each);
      else byPerson.set(each.userId, [each]);
    }
    const people = [...byPerson.keys()].filter((id) => publisher.isListening(id));
    if (people.length === 0) return;
    const news = await Promise.all(
      [...(await settings.ofEach(people))].map(([userId, wishes]) =>
        this.atOnce.run(async () => {
          const own = (byPerson.get(userId) ?? []).filter(({ reason }) => wishes.reasons[reason].app);
          return { userId, wishes, own, latest: own.length > 0 ? await unread.latest(userId, wishes) : [] };
        }),
      ),
    );
    const subjects = await view.subjectsOf(news.flatMap(({ own, latest }) => [...own, ...latest]));
    await Promise.all(
      news.map(async ({ userId, wishes, own, latest }) => {
        const [shown, count] = await Promise.all([
          view.present(userId, own, subjects),
          unread.from(userId, wishes, latest, subjects),
        ]);
        for (const notification of shown) {
          const message = { notification, unread: count };
          publisher.push({ kind: 'notificationNew', userId, message });
        }
      }),
    );
  }
}

/** By the present role and the sight that the op gave: later changes of sight add no notification. */
function mayKnow(
  userId: string,
  role: ProjectRole | null,
  reason: NotificationReason,
  op: StoredOp,
): boolean {
  if (reason === 'removed') return true;
  if (!role) return false;
  const sight = sightOf(op);
  return sight === null || canSee({ userId, role }, sight);
}

/** Who could see the op's task; null: everyone on the board. */
function sightOf(op: StoredOp): Sight | null {
  const sight = op.effect && 'sight' in op.effect ? op.effect.sight : undefined;
  return sight?.after ?? sight?.before ?? null;
}

function commentIn(op: StoredOp): Pick<NotificationDocument, 'commentId'> {
  if (op.type === 'comment.added') return { commentId: op.patch.comment.id };
  if (op.type === 'comment.edited') return { commentId: op.patch.commentId };
  return {};
}

function roleIn(op: StoredOp): Pick<NotificationDocument, 'roleId'> {
  return op.type === 'member.roleChanged' ? { roleId: op.patch.roleId } : {};
}
