import type { NotificationReason } from '@livelane/shared/notifications/notification.schema';
import type { Subject } from './notification.view';

/** People's lists are read again after this time. */
const TRUE_MS = 10_000;
/** Most entries for all people together; beyond that all are dropped. */
const MAX_KEPT = 20_000;

/** Someone's unread notifications by their ids, oldest first. */
type Unread = Map<string, Subject>;

interface Kept {
  /** The reasons of which there are none among them. */
  without: readonly NotificationReason[];
  /** null while they are being read. */
  unread: Unread | null;
  since: number;
}

/**
 * The unread notifications of people who are being notified, so that counting them with each new one needs no query.
 * Only for a process that alone writes them.
 */
export class UnreadCache {
  private readonly people = new Map<string, Kept>();
  private size = 0;

  /**
   * @param max of one person: the oldest ones beyond them do not count
   * @param read oldest first
   */
  constructor(
    private readonly max: number,
    private readonly read: (userId: string, without: readonly NotificationReason[]) => Promise<Unread>,
  ) {}

  /** @param without these reasons */
  async of(userId: string, without: readonly NotificationReason[]): Promise<Subject[]> {
    const known = this.people.get(userId);
    if (known?.unread && performance.now() - known.since < TRUE_MS && known.without.join() === without.join())
      return [...known.unread.values()];
    this.forget(userId);
    const kept: Kept = { without, unread: null, since: performance.now() };
    this.people.set(userId, kept);
    const unread = await this.read(userId, without).catch((error: unknown) => {
      if (this.people.get(userId) === kept) this.people.delete(userId);
      throw error;
    });
    // Not kept if any were added or read during the query, which may have missed them.
    if (this.people.get(userId) === kept) {
      kept.unread = unread;
      this.grow(unread.size);
    }
    return [...unread.values()];
  }

  /** A new one is in the database. */
  add(userId: string, id: string, subject: Subject): void {
    const { unread, without } = this.people.get(userId) ?? {};
    if (!unread) this.forget(userId);
    if (!unread || unread.has(id) || without?.includes(subject.reason)) return;
    unread.set(id, subject);
    const [oldest] = unread.keys();
    if (unread.size > this.max && oldest !== undefined) unread.delete(oldest);
    else this.grow(1);
  }

  /** Some of them have been read, or are gone. */
  forget(userId: string): void {
    this.size -= this.people.get(userId)?.unread?.size ?? 0;
    this.people.delete(userId);
  }

  forgetAll(): void {
    this.people.clear();
    this.size = 0;
  }

  private grow(by: number): void {
    this.size += by;
    if (this.size > MAX_KEPT) this.forgetAll();
  }
}
