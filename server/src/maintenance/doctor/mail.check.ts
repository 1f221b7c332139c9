import { randomUUID } from 'node:crypto';
import { DEFAULT_LANGUAGE } from '@livelane/shared/values/languages';
import { z } from 'zod';
import { mail } from '../../mail/account.mails';
import { mailText } from '../../mail/mail.texts';
import { MailFailure, type MailSettings, type MailStep, smtpTransport } from '../../mail/mail.transport';
import { about, type Finding } from './finding';

/** Advice for the operator when this step fails. */
const ADVICE: Record<MailStep, string> = {
  address: 'the name of the mail server is not known: check the host in SMTP_URL',
  connect: 'the mail server is not reached: check host and port in SMTP_URL, and the firewall',
  encrypt:
    'no encrypted connection: smtps:// is for port 465, smtp:// for 587 and 25, with STARTTLS if there is a password; check its certificate',
  'sign in': 'the mail server refuses the sign-in: check user and password in SMTP_URL, percent-encoded',
  'sender or recipient':
    'the mail server refuses the sender or the recipient: check MAIL_FROM and the address',
  message: 'the mail server refuses the message itself',
};

/** Sends one mail to `to`, and reports the step at which it fails; without an address it explains how to. */
export async function checkMail(settings: MailSettings | undefined, to?: string): Promise<Finding[]> {
  const { ok, fault } = about('mail');
  if (!settings) {
    const text = 'SMTP_URL is not set: no mail is sent';
    return [to === undefined ? ok(text) : fault(text)];
  }
  const host = settings.smtpUrl.host;
  if (to === undefined) return [ok(`${host} sends mails; try it with npm run doctor -- --mail ADDRESS`)];
  if (!z.email().safeParse(to).success) return [fault('--mail takes an email address')];
  const transport = smtpTransport(settings, 'doctor.livelane');
  const text = mailText(DEFAULT_LANGUAGE, 'test_text');
  const subject = mailText(DEFAULT_LANGUAGE, 'test_subject');
  try {
    await transport.send(mail(to, DEFAULT_LANGUAGE, subject, [{ paragraph: text }]), randomUUID());
    return [ok(`${host} has taken a mail to ${to}`)];
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return [fault(`${host}, at step “${error.step}”: ${ADVICE[error.step]} (${onOneLine(error.message)})`)];
  } finally {
    transport.close();
  }
}

/** OpenSSL's messages end with a line break. */
function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
