import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { NotificationTimes } from '../../config';
import type { ChangesOf } from '../../database/connect';
import type { RouteDefinition } from '../../http/route';
import type { MailService } from '../../mail/mail.service';
import { Lease } from '../../nodes/lease';
import type { Oplog } from '../../oplog/oplog';
import type { Publisher } from '../../realtime/publisher';
import type { Unsubscribing } from '../auth/unsubscribing';
import type { CommentStore } from '../comments/comment.store';
import type { AccessService } from '../members/access.service';
import type { ProjectStore } from '../projects/project.store';
import type { TaskStore } from '../tasks/task.store';
import type { TaskSummaries } from '../tasks/task.summaries';
import type { TaskTransfer } from '../tasks/task.transfer';
import { canSee } from '../tasks/task.visibility';
import type { UserStore } from '../users/user.store';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import { DueDates } from './due-dates';
import { Followers } from './followers';
import { FollowingStore } from './following.store';
import { NotificationMails } from './notification.mails';
import { notificationModel } from './notification.model';
import { notificationRoutes } from './notification.routes';
import { NotificationService } from './notification.service';
import { NotificationStore } from './notification.store';
import { NotificationView } from './notification.view';
import { NotificationWorker } from './notification.worker';
import { NotificationWriter } from './notification.writer';
import type { PersonSettings } from './person-settings';
import { PushService } from './push.service';
import { PushKeys } from './push-keys';
import { UnreadCount } from './unread.count';

interface Dependencies {
  connection: Connection;
  changesOf: ChangesOf;
  oplog: Oplog;
  isOnlyNode: boolean;
  access: AccessService;
  projects: ProjectStore;
  workspaces: WorkspaceStore;
  tasks: TaskStore;
  transfer: TaskTransfer;
  summaries: TaskSummaries;
  comments: CommentStore;
  users: UserStore;
  unsubscribing: Unsubscribing;
  isAlive: (sessionId: string, userId: string) => Promise<boolean>;
  publisher: Publisher;
  mails: MailService;
  settings: PersonSettings;
  times: NotificationTimes;
  publicUrl: () => URL;
  logger: Logger;
  now: () => Date;
  databaseNow: () => number;
}

export interface NotificationParts {
  routes: RouteDefinition[];
  writer: NotificationWriter;
  worker: NotificationWorker;
  mails: NotificationMails;
  start(): void;
  stop(): Promise<void>;
  /** Stores texts of tasks and comments. */
  texts: Pick<NotificationStore, 'erase'>;
  /** Removes the notifications about a project's tasks; to be called before those are deleted. */
  removeAllOfProject(projectId: string): Promise<void>;
  /** Removes someone's notifications and settings. */
  removeAllOfUser(user: { _id: string }): Promise<void>;
}

/** Tasks of a deleted project whose notifications are looked for at once. */
const TASKS_AT_ONCE = 1_000;

/** Builds the parts of notifications, which depend on each other. */
export function notificationParts(deps: Dependencies): NotificationParts {
  const { connection, access, tasks, settings, times, unsubscribing } = deps;
  const store = new NotificationStore(notificationModel(connection), deps.isOnlyNode);
  const following = new FollowingStore(connection);
  const view = new NotificationView(deps);
  const unread = new UnreadCount({ store, view, settings });
  const followers = new Followers({ ...deps, following });
  const service = new NotificationService({ ...deps, store, view, unread, following, followers });
  const keys = new PushKeys(connection);
  const push = new PushService({ ...deps, view, keys, allowsPrivate: times.pushAllowsPrivate });
  const writer = new NotificationWriter({
    ...deps,
    store,
    view,
    unread,
    followers,
    hasTaskOpen: (userId, projectId, taskId) => deps.publisher.hasTaskOpen(userId, projectId, taskId),
    push: (notifications) => push.deliver(notifications),
    hasMail: deps.mails.isSetUp,
  });
  const lease = new Lease(connection, 'notifications', deps.databaseNow);
  const worker = new NotificationWorker({ ...deps, writer, lease });
  const mails = new NotificationMails({
    ...deps,
    store,
    view,
    lease,
    unsubscribeSecret: (userId) => unsubscribing.secretOf(userId),
    windowSeconds: times.mailWindowSeconds,
    digestSeconds: times.mailDigestSeconds,
  });
  const dueDates = new DueDates({
    ...deps,
    writer,
    following,
    lease,
    everySeconds: times.dueCheckSeconds,
    async mayKnow(userId, projectId, taskId) {
      const [found, row] = await Promise.all([access.projectOf(userId, projectId), tasks.find(taskId)]);
      return found !== null && row !== null && canSee({ userId, role: found.role }, row.task);
    },
  });
  return {
    routes: notificationRoutes({ notifications: service, push, unsubscribing }),
    writer,
    worker,
    mails,
    texts: store,
    start() {
      worker.start();
      mails.start();
      dueDates.start();
    },
    async stop() {
      await Promise.all([dueDates.stop(), mails.stop()]);
      await worker.stop();
    },
    async removeAllOfProject(projectId) {
      const taskIds = await tasks.idsOf(projectId);
      for (let first = 0; first < taskIds.length; first += TASKS_AT_ONCE) {
        const some = taskIds.slice(first, first + TASKS_AT_ONCE);
        await store.removeAllOfTasks(some);
        await following.removeAllOfTasks(some);
      }
    },
    async removeAllOfUser({ _id: userId }) {
      await store.removeAllOfUser(userId);
      await following.removeAllOfUser(userId);
      await push.removeAllOfUser(userId);
      await settings.remove(userId);
    },
  };
}
