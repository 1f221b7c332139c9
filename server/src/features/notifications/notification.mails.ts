import { withMentionedNames } from '@livelane/shared/comments/mentions';
import type { Notification, NotificationSettings } from '@livelane/shared/notifications/notification.schema';
import type { Language } from '@livelane/shared/values/languages';
import type { Logger } from 'pino';
import { mail } from '../../mail/account.mails';
import type { MailBlock } from '../../mail/mail.page';
import type { MailService } from '../../mail/mail.service';
import { mailText } from '../../mail/mail.texts';
import type { OutgoingMail } from '../../mail/mail.types';
import type { Lease } from '../../nodes/lease';
import { derivedId } from '../../oplog/derived-id';
import type { UserStore } from '../users/user.store';
import type { NotificationStore } from './notification.store';
import type { NotificationView } from './notification.view';
import { isQuiet, localTime, type PersonSettings } from './person-settings';

/** How often it is looked whether a mail is due. */
const LOOK_MS = 1_000;
const GROUPS_AT_ONCE = 200;
/** What is quoted of a comment, in characters. */
const QUOTE_MAX = 2_000;

interface Dependencies {
  store: NotificationStore;
  view: NotificationView;
  settings: PersonSettings;
  users: Pick<UserStore, 'find'>;
  mails: Pick<MailService, 'add' | 'isSetUp'>;
  lease: Lease;
  publicUrl: () => URL;
  /** The secret with which someone ends these mails. */
  unsubscribeSecret: (userId: string) => Promise<string>;
  windowSeconds: number;
  /** For tests: a digest every so many seconds; undefined: daily, at the time that its reader chose. */
  digestSeconds: number | undefined;
  logger: Logger;
  now: () => Date;
}

/**
 * Mails what was not read (R30): one per task and window, or in a daily digest. What a mail tells is decided when it
 * leaves, by what is still unread, in sight and wanted then.
 */
export class NotificationMails {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isRecovered = false;
  private digestedAt = 0;

  constructor(private readonly deps: Dependencies) {}

  start(): void {
    if (!this.deps.mails.isSetUp) return;
    this.timer = setInterval(() => this.run(), LOOK_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  private run(): void {
    this.running ??= this.look()
      .catch((error: unknown) => this.deps.logger.warn({ err: error }, 'notification emails are late'))
      .finally(() => {
        this.running = null;
      });
  }

  private async look(): Promise<void> {
    if (!(await this.deps.lease.hold())) {
      this.isRecovered = false;
      return;
    }
    if (!this.isRecovered) {
      // A process that died may have chosen what a mail tells and not queued it.
      for (const { mailId, userId } of await this.deps.store.queuedMails()) await this.add(userId, mailId);
      this.isRecovered = true;
    }
    await this.queueOpen();
    await this.queueDigests();
  }

  private async queueOpen(): Promise<void> {
    const { store, settings, now, windowSeconds } = this.deps;
    const before = new Date(now().getTime() - windowSeconds * 1000);
    const seen = new Set<string>();
    for (const first of await store.openBefore(before, GROUPS_AT_ONCE)) {
      const group = `${first.userId}/${first.taskId ?? first.workspaceId}`;
      if (seen.has(group)) continue;
      seen.add(group);
      const wishes = await settings.of(first.userId);
      if (isQuiet(wishes, now())) continue;
      const open = await store.waiting(first.userId, 'open', first);
      const ids = (mode: string) =>
        open.filter(({ reason }) => wishes.reasons[reason].mail === mode).map(({ _id }) => _id);
      await store.setMail(ids('never'), 'open', { mail: 'none' });
      await store.setMail(ids('digest'), 'open', { mail: 'digest' });
      await this.queue(first.userId, ids('now'), 'open');
    }
  }

  private async queueDigests(): Promise<void> {
    const { store, settings, now, digestSeconds } = this.deps;
    const every = (digestSeconds ?? 30) * 1000;
    if (now().getTime() - this.digestedAt < every) return;
    this.digestedAt = now().getTime();
    for (const userId of await store.usersWithDigest()) {
      const wishes = await settings.of(userId);
      const { day, time } = localTime(now(), wishes.timeZone);
      if (digestSeconds === undefined && (time < wishes.digestAt || wishes.digestOn === day)) continue;
      if (isQuiet(wishes, now())) continue;
      const waiting = await store.waiting(userId, 'digest');
      await this.queue(
        userId,
        waiting.map(({ _id }) => _id),
        'digest',
      );
      await settings.digestSent(userId, day);
    }
  }

  private async queue(userId: string, ids: readonly string[], from: 'open' | 'digest'): Promise<void> {
    const [first] = ids;
    if (first === undefined) return;
    const mailId = derivedId(first, 'notification-mail');
    await this.deps.store.setMail(ids, from, { mail: 'queued', mailId });
    await this.add(userId, mailId);
  }

  private add(userId: string, mailId: string): Promise<void> {
    return this.deps.mails.add('notification', { userId }, mailId);
  }

  /** Null: all of it has been read, is out of sight or not wanted any more. */
  async compose({ userId }: { userId: string }, mailId: string): Promise<OutgoingMail | null> {
    const { store, view, settings, users } = this.deps;
    const [user, wishes, all] = await Promise.all([
      users.find(userId),
      settings.of(userId),
      store.ofMail(mailId),
    ]);
    const wanted = all.filter(({ reason, readAt }) => !readAt && wishes.reasons[reason].mail !== 'never');
    const shown = await view.present(userId, wanted);
    if (!user || user.deactivatedAt || shown.length === 0) return null;
    const quotes = new Map(wanted.map(({ _id, quote }) => [_id, quote]));
    const secret = await this.deps.unsubscribeSecret(userId);
    return {
      ...mail(user.email, wishes.language, subjectOf(shown, wishes.language), [
        ...this.blocks(shown, quotes, wishes),
        { link: mailText(wishes.language, 'because'), href: this.url('/notifications/settings') },
        { link: mailText(wishes.language, 'unsubscribe'), href: this.url(`/unsubscribe#${secret}`) },
      ]),
      headers: {
        'List-Unsubscribe': `<${this.url(`/v1/mail/unsubscribe/${secret}`)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    };
  }

  /** It was taken by the mail server, or there was nothing to send. */
  async done(mailId: string): Promise<void> {
    await this.deps.store.mailed(mailId);
  }

  private blocks(
    shown: readonly Notification[],
    quotes: ReadonlyMap<string, string | undefined>,
    { language }: NotificationSettings,
  ): MailBlock[] {
    const groups = new Map<string, Notification[]>();
    for (const each of shown) {
      const key = each.taskId ?? each.workspaceId;
      groups.set(key, [...(groups.get(key) ?? []), each]);
    }
    return [...groups.values()].flatMap((group) => {
      const [first] = group as [Notification];
      const told = group.flatMap((each): MailBlock[] => {
        const quote = quotes.get(each.id);
        const sentence: MailBlock = { paragraph: sentenceOf(each, language) };
        if (!quote) return [sentence];
        return [sentence, { quote: shortened(quote), by: nameOf(each, language) }];
      });
      return [{ heading: first.title || first.name }, ...told, this.button(first, language)];
    });
  }

  private button({ taskId, projectId, reason, workspaceId }: Notification, language: Language): MailBlock {
    if (taskId !== undefined && projectId && reason !== 'deleted')
      return {
        button: mailText(language, 'open_task'),
        href: this.url(`/project/${projectId}?task=${taskId}`),
      };
    const path =
      reason === 'removed' || reason === 'deleted'
        ? '/'
        : projectId
          ? `/project/${projectId}`
          : `/workspaces/${workspaceId}`;
    return { button: mailText(language, 'open_livelane'), href: this.url(path) };
  }

  private url(path: string): string {
    return new URL(path, this.deps.publicUrl()).href;
  }
}

/** One sentence about a notification, in the reader's language. */
export function sentenceOf(notification: Notification, language: Language): string {
  const { reason, title, name } = notification;
  return mailText(language, reason, { actor: nameOf(notification, language), title, name });
}

function nameOf({ actor }: Notification, language: Language): string {
  return actor ? `${actor.firstName} ${actor.surname}` : mailText(language, 'somebody');
}

function subjectOf(shown: readonly Notification[], language: Language): string {
  const [first] = shown as [Notification];
  const tasks = new Set(shown.map(({ taskId, workspaceId }) => taskId ?? workspaceId));
  if (tasks.size > 1) return mailText(language, 'digest_subject');
  return first.title ? `${first.name}: ${first.title}` : sentenceOf(first, language);
}

/** Comments are Markdown, which reads well as it is; mentions are shown as names. */
function shortened(comment: string): string {
  const text = withMentionedNames(comment);
  return text.length > QUOTE_MAX ? `${text.slice(0, QUOTE_MAX)}…` : text;
}
