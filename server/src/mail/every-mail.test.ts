import { notificationReasons } from '@livelane/shared/notifications/notification.schema';
import { type ProjectRole, projectRoles } from '@livelane/shared/permissions/roles';
import { DEFAULT_LANGUAGE, type Language, languageTags } from '@livelane/shared/values/languages';
import { type NotificationToday, notificationMail } from '../features/notifications/notification.mail';
import { accountMails } from './account.mails';
import { type MailTextKey, mailText } from './mail.texts';
import type { OutgoingMail } from './mail.types';
import { enGB } from './texts/en-GB';

const ORIGIN = 'https://board.example';
const TO = 'tom@example.org';
const NEW = 'thomas@example.org';
const SECRET = 'Abc-_'.repeat(8);
const PROJECT = '0190a1b2-0000-7000-8000-000000000001';
const WORKSPACE = '0190a1b2-0000-7000-8000-000000000002';
const TASK = '0190a1b2-0000-7000-8000-000000000003';
const UNTIL = new Date('2030-05-17T10:00:00Z');

interface Expected {
  write: (language: Language) => Promise<OutgoingMail | null> | OutgoingMail;
  /** The texts that it consists of, possibly including those of the subject. */
  says: readonly MailTextKey[];
  /** Texts and names of people. */
  names: readonly string[];
  links: readonly string[];
}

const invitedTo = (projectName: string | null) =>
  accountMails({
    publicUrl: () => new URL(ORIGIN),
    issueReset: async () => SECRET,
    renewConfirm: async () => true,
    invitation: async () => ({
      workspaceName: 'Web & shop',
      projectName,
      invitedBy: { firstName: 'Maya', surname: 'Berg' },
      expiresAt: UNTIL.toISOString(),
    }),
  });
const account = invitedTo(null);

const notification = (reason: NotificationToday['reason'], where: Partial<Parameters<typeof of>[0]> = {}) =>
  of({ reason, projectId: PROJECT, taskId: TASK, title: 'Fix the basket', ...where });
const of = (about: {
  reason: NotificationToday['reason'];
  projectId: string | null;
  taskId?: string | undefined;
  title: string;
  isByNobody?: boolean;
}) => ({
  id: `${about.reason}-${about.taskId}`,
  reason: about.reason,
  workspaceId: WORKSPACE,
  projectId: about.projectId,
  ...(about.taskId !== undefined && { taskId: about.taskId }),
  title: about.title,
  name: 'Web & shop',
  actor: about.isByNobody ? null : { id: TASK, firstName: 'Maya', surname: 'Berg' },
  at: UNTIL.toISOString(),
  readAt: null,
});
const written = (
  shown: Array<ReturnType<typeof of> & { commentId?: string; roleId?: ProjectRole }>,
  texts: ReadonlyMap<string, string> = new Map(),
) => ({
  write: (language: Language) =>
    notificationMail({
      to: TO,
      language,
      shown,
      comments: texts,
      publicUrl: new URL(ORIGIN),
      unsubscribeSecret: SECRET,
    }),
});
const FOOTER = [`${ORIGIN}/notifications/settings`, `${ORIGIN}/unsubscribe#${SECRET}`];
const OF_NOTIFICATIONS = ['because', 'unsubscribe'] as const;
const TO_TASK = `${ORIGIN}/project/${PROJECT}?task=${TASK}`;
const ofMember = { taskId: undefined, title: '' };

/** The expected content of the mail about one notification. */
function telling(reason: NotificationToday['reason']): Expected {
  const isMember = ['added', 'removed', 'role_changed'].includes(reason);
  const isByTime = ['due_tomorrow', 'due_today', 'overdue'].includes(reason);
  const isGone = reason === 'removed' || reason === 'deleted';
  const isTask = !isMember && !isGone;
  return {
    ...written([notification(reason, isMember ? ofMember : {})]),
    says: [
      reason,
      ...(isMember ? [] : (['task_subject'] as const)),
      isTask ? 'open_task' : 'open_livelane',
      ...OF_NOTIFICATIONS,
    ],
    names: [...(isByTime ? [] : ['Maya Berg']), isMember ? 'Web & shop' : 'Fix the basket'],
    links: [isTask ? TO_TASK : isGone ? `${ORIGIN}/` : `${ORIGIN}/project/${PROJECT}`, ...FOOTER],
  };
}

const comments = [
  { ...notification('comment'), commentId: 'first' },
  { ...notification('mentioned', { taskId: PROJECT, isByNobody: true }), commentId: 'second' },
];

const mails: Record<string, Expected> = {
  forgot: {
    write: (language) => account.forgot({ email: TO, language }, 'mail', UNTIL),
    says: ['reset_subject', 'reset_text', 'reset_button', 'ignore'],
    names: [TO],
    links: [`${ORIGIN}/reset#${SECRET}`],
  },
  passwordChanged: {
    write: (language) => account.passwordChanged({ email: TO, language }, 'mail', UNTIL),
    says: ['changed_subject', 'changed_text', 'changed_not_you'],
    names: [TO],
    links: [],
  },
  confirmAddress: {
    write: (language) => account.confirmAddress({ email: TO, language, secret: SECRET }, 'mail', UNTIL),
    says: ['confirm_subject', 'confirm_text', 'confirm_button', 'ignore'],
    names: [TO],
    links: [`${ORIGIN}/confirm#${SECRET}`],
  },
  addressChanged: {
    write: (language) => account.addressChanged({ email: TO, language, newEmail: NEW }, 'mail', UNTIL),
    says: ['moved_subject', 'moved_text', 'moved_not_you'],
    names: [NEW],
    links: [],
  },
  'invitation to a workspace': {
    write: (language) => account.invitation({ email: TO, language, secret: SECRET }, 'mail', UNTIL),
    says: ['invitation_subject', 'invitation_text', 'invitation_button', 'invitation_until'],
    names: ['Maya Berg', 'Web & shop'],
    links: [`${ORIGIN}/invitation#${SECRET}`],
  },
  'invitation to a project': {
    write: (language) =>
      invitedTo('Basket').invitation({ email: TO, language, secret: SECRET }, 'mail', UNTIL),
    says: ['invitation_subject', 'invitation_text_project', 'invitation_button', 'invitation_until'],
    names: ['Maya Berg', 'Web & shop', 'Basket'],
    links: [`${ORIGIN}/invitation#${SECRET}`],
  },
  ...Object.fromEntries(notificationReasons.map((reason) => [reason, telling(reason)])),
  due_today: telling('due_today'),
  ...Object.fromEntries(
    projectRoles.map((roleId): [string, Expected] => [
      `role_changed to ${roleId}`,
      {
        ...telling('role_changed'),
        ...written([{ ...notification('role_changed', ofMember), roleId }]),
        says: ['role_changed_to', `role_${roleId}`, 'open_livelane', ...OF_NOTIFICATIONS],
      },
    ]),
  ),
  'added to a workspace': {
    ...written([notification('added', { ...ofMember, projectId: null })]),
    says: ['added', 'open_livelane', ...OF_NOTIFICATIONS],
    names: ['Maya Berg', 'Web & shop'],
    links: [`${ORIGIN}/workspaces/${WORKSPACE}`, ...FOOTER],
  },
  'a digest with quotes': {
    ...written(comments, new Map(comments.map(({ commentId }) => [commentId, 'Look: <b>1 & 2</b>']))),
    says: ['digest_subject', 'comment', 'mentioned', 'somebody', 'open_task', ...OF_NOTIFICATIONS],
    names: ['Maya Berg', 'Fix the basket', 'Look: <b>1 & 2</b>'],
    links: [TO_TASK, `${ORIGIN}/project/${PROJECT}?task=${PROJECT}`, ...FOOTER],
  },
};

const others = languageTags.filter((language) => language !== DEFAULT_LANGUAGE);
const keys = Object.keys(enGB) as MailTextKey[];

/** A text's own words, without filled-in values. */
const wordsOf = (language: Language, key: MailTextKey) =>
  mailText(language, key)
    .split(/\{\w+\}/)
    .filter((part) => /\p{L}/u.test(part));
/** A mail's text without the marks that isolate names. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '');
/** The text that HTML shows. */
const shownBy = (html: string) =>
  plain(html.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]+>/g, ' '))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe.each(languageTags)('in %s', (language) => {
  test.each(Object.entries(mails))('%s', async (_name, { write, says, names, links }) => {
    const mail = await write(language);
    if (!mail) throw new Error('nothing was written');
    const { html, text } = mail;
    expect(mail).toMatchObject({ to: TO, language });

    for (const whole of [`${mail.subject}\n${text}`, shownBy(html)]) {
      const read = plain(whole);
      for (const words of [...says.flatMap((key) => wordsOf(language, key)), ...names])
        expect(read).toContain(words);
      expect(read).not.toMatch(/[{}]|undefined|null|Invalid Date|\[object/);
    }
    expect(mail.subject).toMatch(/\S/);
    expect(mail.subject).not.toMatch(/[\r\n\u2068\u2069]/);

    expect(text.match(/https?:\S+/g) ?? []).toEqual(links);
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect([...new Set(hrefs)]).toEqual(links.map((href) => href.replaceAll('&', '&amp;')));
    expect(html).not.toMatch(/\ssrc=|url\(|@import|<script|<b>/);

    const direction = language === 'ar' ? 'rtl' : 'ltr';
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(html).toContain(`<div class="sheet" dir="${direction}"`);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    // Each part that has a colour of its own has a dark one, too.
    const dark = /@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/s.exec(html)?.[1];
    for (const [, name] of html.matchAll(/class="(\w+)"/g)) expect(dark).toContain(`.${name}{`);
  });
});

test.each([
  ['en-GB', 'Web & shop: Fix the basket'],
  ['fr', 'Web & shop\u00a0: Fix the basket'],
  ['ja', 'Web & shop：Fix the basket'],
  ['zh-CN', 'Web & shop：Fix the basket'],
  ['ar', 'Web & shop: Fix the basket'],
] as const)('the subject names a task as %s does', (language, subject) => {
  expect(written([notification('comment')]).write(language).subject).toBe(subject);
});

test.each(others)('%s has every text, in words of its own and with all that is put in', (language) => {
  for (const key of keys) {
    const slots = (of: Language) => [...new Set(mailText(of, key).match(/\{\w+\}/g))].sort();
    if (wordsOf(DEFAULT_LANGUAGE, key).length > 0)
      expect([key, mailText(language, key)]).not.toEqual([key, enGB[key]]);
    expect([key, slots(language)]).toEqual([key, slots(DEFAULT_LANGUAGE)]);
  }
});

test('no line of French can begin with a sign, or end with an opening one', () => {
  expect(keys.filter((key) => / [:;!?»]|« /.test(mailText('fr', key)))).toEqual([]);
});

test('every text is that of a mail here, except for those of the test mail', () => {
  const said = new Set(Object.values(mails).flatMap(({ says }) => says));
  expect(keys.filter((key) => !said.has(key))).toEqual(['test_subject', 'test_text']);
});

test.each(languageTags)('the date in an invitation is that of %s', async (language) => {
  const mail = await account.invitation({ email: TO, language, secret: SECRET }, 'mail', UNTIL);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(UNTIL);
  expect(plain(mail?.text ?? '')).toContain(plain(mailText(language, 'invitation_until', { date })));
});
