import type { Language } from '@livelane/shared/values/languages';
import { AppError } from '../http/errors';
import { linkTo } from '../http/links';
import { type MailBlock, mailPage } from './mail.page';
import { type MailTextKey, mailText } from './mail.texts';
import type { Composers, OutgoingMail } from './mail.types';

interface Dependencies {
  publicUrl: () => URL;
  /** The secret of a link for the account with this address; null when none is to be sent. */
  issueReset: (email: string, mailId: string, askedAt: Date) => Promise<string | null>;
  /** Lets the link for a new address live from now on. False: it opens nothing any more. */
  renewConfirm: (secret: string) => Promise<boolean>;
  /** The invitation behind a link. @throws AppError `invalid_link` */
  invitation: (secret: string) => Promise<{
    workspaceName: string;
    projectName: string | null;
    invitedBy: { firstName: string; surname: string };
    expiresAt: string;
  }>;
}

type AccountMails = Pick<
  Composers,
  'forgot' | 'passwordChanged' | 'confirmAddress' | 'addressChanged' | 'invitation'
>;

/** The mails about accounts and invitations: sent regardless of a person's settings. */
export function accountMails({
  publicUrl,
  issueReset,
  renewConfirm,
  invitation,
}: Dependencies): AccountMails {
  const link = (page: Parameters<typeof linkTo>[1], secret: string) => linkTo(publicUrl(), page, secret);
  return {
    async forgot({ email, language }, mailId, askedAt) {
      const secret = await issueReset(email, mailId, askedAt);
      if (secret === null) return null;
      const t = say(language);
      return mail(email, language, t('reset_subject'), [
        { heading: t('reset_subject') },
        { paragraph: t('reset_text', { email }) },
        { button: t('reset_button'), href: link('reset', secret), isCopyable: true },
        { note: t('ignore') },
      ]);
    },
    async passwordChanged({ email, language }) {
      const t = say(language);
      return mail(email, language, t('changed_subject'), [
        { heading: t('changed_subject') },
        { paragraph: t('changed_text', { email }) },
        { note: t('changed_not_you') },
      ]);
    },
    async confirmAddress({ email, language, secret }) {
      if (!(await renewConfirm(secret))) return null;
      const t = say(language);
      return mail(email, language, t('confirm_subject'), [
        { heading: t('confirm_subject') },
        { paragraph: t('confirm_text', { email }) },
        { button: t('confirm_button'), href: link('confirm', secret), isCopyable: true },
        { note: t('ignore') },
      ]);
    },
    async addressChanged({ email, language, newEmail }) {
      const t = say(language);
      return mail(email, language, t('moved_subject'), [
        { heading: t('moved_subject') },
        { paragraph: t('moved_text', { email: newEmail }) },
        { note: t('moved_not_you') },
      ]);
    },
    async invitation({ email, language, secret }) {
      const preview = await invitation(secret).catch(nullIfInvalid);
      if (!preview) return null;
      const t = say(language);
      const name = `${preview.invitedBy.firstName} ${preview.invitedBy.surname}`;
      const workspace = preview.workspaceName;
      const date = new Date(preview.expiresAt).toLocaleDateString(language, {
        dateStyle: 'long',
        timeZone: 'UTC',
      });
      return mail(email, language, t('invitation_subject', { name, workspace }), [
        { heading: t('invitation_subject', { name, workspace }) },
        {
          paragraph:
            preview.projectName === null
              ? t('invitation_text', { name, workspace })
              : t('invitation_text_project', { name, workspace, project: preview.projectName }),
        },
        { button: t('invitation_button'), href: link('invitation', secret), isCopyable: true },
        { note: t('invitation_until', { date }) },
      ]);
    },
  };
}

const say = (language: Language) => (key: MailTextKey, values?: Record<string, string>) =>
  mailText(language, key, values);

export function mail(
  to: string,
  language: Language,
  subject: string,
  blocks: readonly MailBlock[],
): OutgoingMail {
  // Headers must not contain direction marks.
  const plain = subject.replace(/[\u2068\u2069]/g, '');
  return { to, language, subject: plain, ...mailPage(language, plain, blocks) };
}

/** Withdrawn or used since it was queued. */
function nullIfInvalid(error: unknown): null {
  if (error instanceof AppError && error.code === 'invalid_link') return null;
  throw error;
}
