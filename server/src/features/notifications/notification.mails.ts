import { randomUUID } from 'node:crypto';
import type {
  NotificationSettings,
  NotificationWay,
} from '@livelane/shared/notifications/notification.schema';
import type { Logger } from 'pino';
import type { MailService } from '../../mail/mail.service';
import type { OutgoingMail } from '../../mail/mail.types';
import type { Lease } from '../../nodes/lease';
import type { Oplog } from '../../oplog/oplog';
import { Periodic } from '../../periodic';
import type { CommentStore } from '../comments/comment.store';
import type { AccessService } from '../members/access.service';
import type { UserStore } from '../users/user.store';
import { asOfDay } from './due-dates';
import { notificationMail } from './notification.mail';
import type { NotificationDocument } from './notification.model';
import type { NotificationStore } from './notification.store';
import type { NotificationView } from './notification.view';
import { isInDueDigest, isQuiet, localTime, type PersonSettings } from './person-settings';

/** How often due mails are looked for. */
const LOOK_MS = 1_000;
const AT_ONCE = 200;
/** For how long a mail that fails is gathered again at the end of quiet hours. */
const GATHERED_AGAIN_MS = 24 * 60 * 60 * 1000;

interface Dependencies {
  store: NotificationStore;
  view: NotificationView;
  settings: PersonSettings;
  users: Pick<UserStore, 'find'>;
  comments: Pick<CommentStore, 'livingAmong'>;
  oplog: Pick<Oplog, 'rowsCaughtUp'>;
  access: Pick<AccessService, 'projectOf'>;
  mails: Pick<MailService, 'add' | 'isSetUp'>;
  lease: Lease;
  publicUrl: () => URL;
  /** The secret with which someone unsubscribes from these mails. */
  unsubscribeSecret: (userId: string) => Promise<string>;
  windowSeconds: number;
  /** For tests: a digest every so many seconds; undefined: daily, at the time that its reader chose. */
  digestSeconds: number | undefined;
  logger: Logger;
  now: () => Date;
  /** The present time by the database's clock: a window is over for all nodes alike. */
  databaseNow: () => number;
}

/**
 * Mails unread notifications (R30): one mail per task and window, or a daily digest. A mail contains those that are
 * still unread, visible and wanted when it is sent, comments and due dates as they are then.
 */
export class NotificationMails {
  private readonly looks: Periodic;
  private isRecovered = false;
  private digestedAt = 0;

  constructor(private readonly deps: Dependencies) {
    this.looks = new Periodic(() => this.look(), deps.logger, 'notification emails are late');
  }

  start(): void {
    if (this.deps.mails.isSetUp) this.looks.start(LOOK_MS);
  }

  stop(): Promise<void> {
    return this.looks.stop();
  }

  private async look(): Promise<void> {
    const isRecovered = this.isRecovered;
    // Until it has gone well: a process that died, or a database that failed, may have chosen a mail's notifications
    // without queueing it.
    this.isRecovered = false;
    if (!(await this.deps.lease.hold())) return;
    if (!isRecovered)
      for (const { mailId, userId } of await this.deps.store.queuedMails()) await this.add(userId, mailId);
    await this.queueOpen();
    await this.queueDigests();
    this.isRecovered = true;
  }

  private async queueOpen(): Promise<void> {
    const { store, settings, now, databaseNow, windowSeconds } = this.deps;
    const before = new Date(databaseNow() - windowSeconds * 1000);
    const quiet = new Set<string>();
    const seen = new Set<string>();
    for await (const first of this.openBefore(before, quiet)) {
      const group = `${first.userId}/${first.taskId ?? first.workspaceId}`;
      if (seen.has(group) || quiet.has(first.userId)) continue;
      seen.add(group);
      const wishes = await settings.of(first.userId);
      if (isQuiet(wishes, now())) {
        quiet.add(first.userId);
        continue;
      }
      const open = await store.waiting(first.userId, 'open', first);
      await store.setMail(idsOf(open, 'never', wishes), 'open', { mail: 'none' });
      await store.setMail(idsOf(open, 'digest', wishes), 'open', { mail: 'digest' });
      await this.queue(first.userId, idsOf(open, 'now', wishes), 'open');
    }
  }

  /** Reads on for as long as some of those read wait for the end of quiet hours: they hold up nobody else's. */
  private async *openBefore(before: Date, quiet: ReadonlySet<string>): AsyncGenerator<NotificationDocument> {
    for (let known = -1; known < quiet.size; ) {
      known = quiet.size;
      const found = await this.deps.store.openBefore(before, [...quiet], AT_ONCE);
      yield* found;
      if (found.length < AT_ONCE) return;
    }
  }

  private async queueDigests(): Promise<void> {
    const { store, settings, now, digestSeconds } = this.deps;
    const every = (digestSeconds ?? 30) * 1000;
    if (now().getTime() - this.digestedAt < every) return;
    this.digestedAt = now().getTime();
    const people = await store.allWaiting();
    for (const [userId, wishes] of await settings.ofEach([...people.keys()])) {
      const isDue = (at: Date) => digestSeconds !== undefined || isInDueDigest(at, wishes, now());
      // Also what waits for a digest although it is mailed in another way by now.
      const hasWork = (people.get(userId) ?? []).some(({ reason, mail, oldestAt }) =>
        wishes.reasons[reason].mail === 'digest' ? isDue(oldestAt) : mail === 'digest',
      );
      if (!hasWork || isQuiet(wishes, now())) continue;
      // What has come just before, too: a digest does not wait for windows.
      const open = await store.waiting(userId, 'open');
      await store.setMail(idsOf(open, 'digest', wishes), 'open', { mail: 'digest' });
      const waiting = await store.waiting(userId, 'digest');
      // Those whose reason is mailed in another way by now.
      await store.setMail(idsOf(waiting, 'never', wishes), 'digest', { mail: 'none' });
      await store.setMail(idsOf(waiting, 'now', wishes), 'digest', { mail: 'open' });
      const due = idsOf(
        waiting.filter(({ at }) => isDue(at)),
        'digest',
        wishes,
      );
      if (due.length === 0) continue;
      await this.queue(userId, due, 'digest');
      await settings.digestSent(userId, localTime(now(), wishes.timeZone).day);
    }
  }

  private async queue(userId: string, ids: readonly string[], from: 'open' | 'digest'): Promise<void> {
    if (ids.length === 0) return;
    // Never one that there was: what is chosen later would join a mail that is on its way, and count as sent with it.
    const mailId = randomUUID();
    await this.deps.store.setMail(ids, from, { mail: 'queued', mailId });
    await this.add(userId, mailId);
  }

  private add(userId: string, mailId: string): Promise<void> {
    return this.deps.mails.add('notification', { userId }, mailId);
  }

  /**
   * Null: all of it has been read, deleted or settled, is no longer visible or wanted, or comes in another mail after
   * quiet hours. `later`: in quiet hours.
   * @throws while none of its boards can be read: the mail is tried again later
   */
  async compose({ userId }: { userId: string }, mailId: string): Promise<OutgoingMail | 'later' | null> {
    const { access, now, store, view, settings, users } = this.deps;
    const wishes = await settings.of(userId);
    // It was queued before them, and has failed since.
    if (isQuiet(wishes, now())) return this.putOff(mailId, wishes);
    const [user, all] = await Promise.all([users.find(userId), store.ofMail(mailId)]);
    const unread = all.filter(({ reason, readAt }) => !readAt && wishes.reasons[reason].mail !== 'never');
    const comments = await this.commentsIn(unread);
    const wanted = unread.filter(({ commentId }) => commentId === undefined || comments.has(commentId));
    const subjects = await view.subjectsOf(wanted);
    const visible = await view.present(userId, wanted, subjects);
    const isShown = new Set(visible.map(({ id }) => id));
    const hidden = wanted.filter(({ _id }) => !isShown.has(_id));
    const boardOf = ({ taskId = '', projectId }: NotificationDocument) =>
      subjects.summaries.get(taskId)?.task.projectId ?? projectId;
    for (const projectId of new Set(hidden.map(boardOf)))
      if (projectId !== null)
        await access.projectOf(userId, projectId).catch(async (error: unknown) => {
          if (visible.length === 0) throw error;
          // They come in a later mail, and hold up no others.
          const later = hidden.filter((each) => boardOf(each) === projectId);
          await store.setMail(idsOf(later, 'now', wishes), 'queued', { mail: 'open' });
          await store.setMail(idsOf(later, 'digest', wishes), 'queued', { mail: 'digest' });
        });
    const today = localTime(now(), wishes.timeZone).day;
    const shown = asOfDay(visible, subjects.summaries, userId, today);
    if (!user || user.deactivatedAt || shown.length === 0) return null;
    return notificationMail({
      to: user.email,
      language: wishes.language,
      shown,
      comments,
      publicUrl: this.deps.publicUrl(),
      unsubscribeSecret: await this.deps.unsubscribeSecret(userId),
    });
  }

  /**
   * Quiet hours: what is mailed at once is gathered again at their end, with all that comes until then. The rest waits
   * as it is: digests, and what is a day old, so that a mail that always fails is given up.
   */
  private async putOff(mailId: string, wishes: NotificationSettings): Promise<'later' | null> {
    const { now, store } = this.deps;
    const since = new Date(now().getTime() - GATHERED_AGAIN_MS);
    const all = await store.ofMail(mailId);
    const again = idsOf(
      all.filter(({ at, readAt }) => !readAt && at > since),
      'now',
      wishes,
    );
    await store.setMail(again, 'queued', { mail: 'open' });
    return again.length < all.length ? 'later' : null;
  }

  /** The texts of their comments, by id, without those that are deleted. */
  private async commentsIn(found: readonly NotificationDocument[]): Promise<Map<string, string>> {
    const commentIds = found.flatMap(({ commentId }) => commentId ?? []);
    if (commentIds.length === 0) return new Map();
    const { oplog, comments } = this.deps;
    // A comment may have been edited or deleted just now.
    await oplog.rowsCaughtUp();
    return comments.livingAmong(commentIds, [...new Set(found.flatMap(({ taskId }) => taskId ?? []))]);
  }

  /** The mail server has taken it, or there was nothing to send. */
  async done(mailId: string): Promise<void> {
    await this.deps.store.mailed(mailId);
  }
}

/** The ids of those whose reason is mailed in this way. */
const idsOf = (
  found: readonly NotificationDocument[],
  mode: NotificationWay['mail'],
  { reasons }: NotificationSettings,
): string[] => found.filter(({ reason }) => reasons[reason].mail === mode).map(({ _id }) => _id);
