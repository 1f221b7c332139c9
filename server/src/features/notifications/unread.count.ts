import type { NotificationSettings } from '@livelane/shared/notifications/notification.schema';
import { MAX_LOOKED_AT, MAX_UNREAD, type NotificationStore } from './notification.store';
import type { NotificationView, Subject, Subjects } from './notification.view';
import { type PersonSettings, reasonsOutsideApp } from './person-settings';

interface Dependencies {
  store: Pick<NotificationStore, 'unread'>;
  view: Pick<NotificationView, 'visible'>;
  settings: Pick<PersonSettings, 'of'>;
}

/**
 * How many unread notifications people can see and want in the app; no more than `MAX_UNREAD`, of the latest
 * `MAX_LOOKED_AT` that they want there.
 */
export class UnreadCount {
  constructor(private readonly deps: Dependencies) {}

  async of(userId: string): Promise<number> {
    const wishes = await this.deps.settings.of(userId);
    return this.from(userId, wishes, await this.latest(userId, wishes));
  }

  /** Someone's latest unread ones, whether or not they can see them. */
  latest(userId: string, wishes: NotificationSettings): Promise<Subject[]> {
    return this.deps.store.unread(userId, reasonsOutsideApp(wishes), 0);
  }

  /**
   * @param latest theirs
   * @param subjects of these and others, where they have been read
   */
  async from(
    userId: string,
    wishes: NotificationSettings,
    latest: readonly Subject[],
    subjects?: Subjects,
  ): Promise<number> {
    const { store, view } = this.deps;
    let count = (await view.visible(userId, latest, subjects)).length;
    // Older ones count in place of those that are out of sight.
    let found = latest;
    for (let skip = MAX_UNREAD; skip < MAX_LOOKED_AT; skip += MAX_UNREAD) {
      if (found.length < MAX_UNREAD || count >= MAX_UNREAD) break;
      found = await store.unread(userId, reasonsOutsideApp(wishes), skip);
      count += (await view.visible(userId, found)).length;
    }
    return Math.min(count, MAX_UNREAD);
  }
}
