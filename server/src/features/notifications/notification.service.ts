import type {
  Following,
  Notification,
  NotificationPage,
  NotificationSettings,
  NotificationSettingsInput,
  ReadNotifications,
} from '@livelane/shared/notifications/notification.schema';
import { Cursor, dotted, millisecondsWord, uuidWord } from '../../http/cursor';
import { AppError } from '../../http/errors';
import type { Publisher } from '../../realtime/publisher';
import type { AccessService } from '../members/access.service';
import type { TaskTransfer } from '../tasks/task.transfer';
import { canSee } from '../tasks/task.visibility';
import type { Followers } from './followers';
import type { FollowingStore } from './following.store';
import { MAX_LOOKED_AT, MAX_UNREAD, type NotificationStore, type Place } from './notification.store';
import type { NotificationView } from './notification.view';
import { type PersonSettings, reasonsOutsideApp } from './person-settings';
import type { UnreadCount } from './unread.count';

const DEFAULT_LIMIT = 50;
const cursor = new Cursor(dotted, { at: millisecondsWord, id: uuidWord });

interface Dependencies {
  store: NotificationStore;
  view: NotificationView;
  unread: UnreadCount;
  settings: PersonSettings;
  following: FollowingStore;
  followers: Followers;
  access: Pick<AccessService, 'requireProject'>;
  transfer: Pick<TaskTransfer, 'rowFor'>;
  publisher: Pick<Publisher, 'push'>;
  now: () => Date;
}

interface PageRequest {
  before?: string | undefined;
  unread?: boolean | undefined;
  limit?: number | undefined;
}

/** Someone's notifications, and the tasks that they follow. */
export class NotificationService {
  constructor(private readonly deps: Dependencies) {}

  /**
   * A page may have fewer items, or none, and a `next`: of those out of sight a bounded number is looked at (R32).
   * @throws AppError `invalid_input` for a made-up `before`
   */
  async list(
    userId: string,
    { before, unread = false, limit = DEFAULT_LIMIT }: PageRequest,
  ): Promise<NotificationPage> {
    const items: Notification[] = [];
    let place: Place | null = before === undefined ? null : cursor.placeOf(before);
    const without = reasonsOutsideApp(await this.deps.settings.of(userId));
    let [lookedAt, isEnd] = [0, false];
    // One more than requested shows whether a page follows; more at once if many are out of sight.
    for (
      let size = limit + 1;
      !isEnd && items.length <= limit && lookedAt < MAX_LOOKED_AT;
      size = MAX_UNREAD
    ) {
      const found = await this.deps.store.page(userId, { before: place, unread, without, limit: size });
      items.push(...(await this.deps.view.present(userId, found)));
      lookedAt += found.length;
      isEnd = found.length < size;
      const last = found.at(-1);
      if (last) place = { at: last.at, id: last._id };
    }
    const page = items.slice(0, limit);
    const lastShown = page.at(-1);
    if (items.length > limit && lastShown) place = { at: new Date(lastShown.at), id: lastShown.id };
    else if (isEnd) place = null;
    const next = place && cursor.textOf(place);
    const taskIds = page.flatMap(({ taskId }) => taskId ?? []);
    const [muted, count] = await Promise.all([
      this.deps.following.mutedBy(userId, taskIds),
      this.deps.unread.of(userId),
    ]);
    const marked = page.map((each) => (muted.has(each.taskId ?? '') ? { ...each, isMuted: true } : each));
    return { items: marked, next, unread: count };
  }

  /**
   * Takes effect at once on all devices; unknown ids and other people's are ignored. All are those that they can see and
   * want in the app: what comes back with the sight is news to them.
   */
  async read(userId: string, which: ReadNotifications): Promise<void> {
    const { store, publisher, now } = this.deps;
    const chosen = which.taskId !== undefined ? { taskId: which.taskId } : { ids: which.ids ?? [] };
    const ids: string[] = [];
    let count = 0;
    for await (const some of which.all ? this.visibleUnread(userId) : [chosen]) {
      const read = await store.markRead(userId, some, now());
      for (const id of read.ids) ids.push(id);
      count += read.count;
    }
    if (count === 0) return;
    const unread = await this.deps.unread.of(userId);
    const message = which.all ? { all: true as const, unread } : { ids, unread };
    publisher.push({ kind: 'notificationRead', userId, message });
  }

  /** Part by part, latest first. */
  private async *visibleUnread(userId: string): AsyncGenerator<{ ids: string[] }> {
    const { settings, store, view } = this.deps;
    const without = reasonsOutsideApp(await settings.of(userId));
    for (let before: Place | null = null; ; ) {
      const found = await store.page(userId, { before, unread: true, without, limit: MAX_UNREAD });
      yield { ids: (await view.visible(userId, found)).map(({ _id }) => _id) };
      const last = found.at(-1);
      if (found.length < MAX_UNREAD || !last) return;
      before = { at: last.at, id: last._id };
    }
  }

  /** @throws AppError `not_found` for a task that they cannot see, `task_deleted` */
  async followingOf(userId: string, taskId: string): Promise<Following> {
    const projectId = await this.requireSight(userId, taskId);
    const { modes, userIds } = await this.deps.followers.of(projectId, taskId);
    return { mode: modes.get(userId) ?? 'auto', isFollowing: userIds.has(userId) };
  }

  /** @throws AppError `not_found` for a task that they cannot see, `task_deleted` */
  async follow(userId: string, taskId: string, mode: Following['mode']): Promise<Following> {
    await this.requireSight(userId, taskId);
    await this.deps.following.set(taskId, userId, mode);
    return this.followingOf(userId, taskId);
  }

  async settings(userId: string): Promise<NotificationSettings> {
    const { digestOn: _own, ...settings } = await this.deps.settings.of(userId);
    return settings;
  }

  changeSettings(userId: string, input: NotificationSettingsInput): Promise<NotificationSettings> {
    return this.deps.settings.change(userId, input);
  }

  /** @returns the task's project */
  private async requireSight(userId: string, taskId: string): Promise<string> {
    const row = await this.deps.transfer.rowFor(userId, taskId);
    const { role } = await this.deps.access.requireProject(userId, row.task.projectId, 'task.read');
    if (!canSee({ userId, role }, row.task)) throw new AppError('not_found');
    if (row.deletedAt) throw new AppError('task_deleted');
    return row.task.projectId;
  }
}
