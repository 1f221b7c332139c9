import { withMentionedNames } from '@livelane/shared/comments/mentions';
import { pageOf } from '@livelane/shared/notifications/notification.page';
import type { Notification, NotificationReason } from '@livelane/shared/notifications/notification.schema';
import type { Language } from '@livelane/shared/values/languages';
import { mail } from '../../mail/account.mails';
import type { MailBlock } from '../../mail/mail.page';
import { mailText } from '../../mail/mail.texts';
import type { OutgoingMail } from '../../mail/mail.types';

/** Longest quote of a comment, in characters. */
const QUOTE_MAX = 2_000;

/** A notification; its reason may also be what has become of `due_tomorrow` since. */
export type NotificationToday = Omit<Notification, 'reason'> & { reason: NotificationReason | 'due_today' };

interface Content {
  to: string;
  language: Language;
  /** Its notifications; at least one. */
  shown: readonly NotificationToday[];
  /** The texts of their comments, by id. */
  comments: ReadonlyMap<string, string>;
  publicUrl: URL;
  unsubscribeSecret: string;
}

/** The mail with these notifications, in the reader's language. */
export function notificationMail(content: Content): OutgoingMail {
  const { to, language, shown, comments, publicUrl, unsubscribeSecret } = content;
  const url = (path: string) => new URL(path, publicUrl).href;
  const quoted = new Set<string>();
  const groups = new Map<string, NotificationToday[]>();
  for (const each of shown) {
    const key = each.taskId ?? each.workspaceId;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const blocks = [...groups.values()].flatMap((group): MailBlock[] => {
    const [first] = group as [NotificationToday];
    const sentences = group.flatMap((each): MailBlock[] => {
      const sentence: MailBlock = { paragraph: sentenceOf(each, language) };
      const { commentId = '' } = each;
      const quote = comments.get(commentId);
      if (!quote || quoted.has(commentId)) return [sentence];
      quoted.add(commentId);
      return [sentence, { quote: shortened(quote), by: nameOf(each, language) }];
    });
    const { label, path } = target(first);
    return [
      { heading: first.title || first.name },
      ...sentences,
      { button: mailText(language, label), href: url(path) },
    ];
  });
  return {
    ...mail(to, language, subjectOf(shown, language), [
      ...blocks,
      { link: mailText(language, 'because'), href: url('/notifications/settings') },
      { link: mailText(language, 'unsubscribe'), href: url(`/unsubscribe#${unsubscribeSecret}`) },
    ]),
    headers: {
      'List-Unsubscribe': `<${url(`/v1/mail/unsubscribe/${unsubscribeSecret}`)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** One sentence about a notification, in the reader's language. */
export function sentenceOf(notification: NotificationToday, language: Language): string {
  const { reason, roleId, title, name } = notification;
  const values = { actor: nameOf(notification, language), title, name };
  return roleId
    ? mailText(language, 'role_changed_to', { ...values, role: mailText(language, `role_${roleId}`) })
    : mailText(language, reason, values);
}

/** The page that a notification links to. */
function target(notification: NotificationToday) {
  const path = pageOf(notification);
  return path !== null && notification.taskId !== undefined
    ? ({ label: 'open_task', path } as const)
    : ({ label: 'open_livelane', path: path ?? '/' } as const);
}

function nameOf({ actor }: NotificationToday, language: Language): string {
  return actor ? `${actor.firstName} ${actor.surname}` : mailText(language, 'somebody');
}

function subjectOf(shown: readonly NotificationToday[], language: Language): string {
  const [first] = shown as [NotificationToday];
  const tasks = new Set(shown.map(({ taskId, workspaceId }) => taskId ?? workspaceId));
  if (tasks.size > 1) return mailText(language, 'digest_subject');
  const { name, title } = first;
  return title ? mailText(language, 'task_subject', { name, title }) : sentenceOf(first, language);
}

/** Comments are Markdown, which reads well as it is; mentions are shown as names. */
function shortened(comment: string): string {
  const text = withMentionedNames(comment);
  return text.length > QUOTE_MAX ? `${text.slice(0, QUOTE_MAX)}…` : text;
}
