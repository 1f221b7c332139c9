import type { Transporter } from 'nodemailer';
import { withoutLinkSecrets } from '../http/links';
import { isThisMachine } from '../setting-addresses';
import type { OutgoingMail } from './mail.types';

/** How long a mail server may take to be reached, to greet, and to answer. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

export interface MailSettings {
  smtpUrl: URL;
  /** `a@b` or `Name <a@b>`. */
  from: string;
}

/** An attempt that failed. */
export class MailFailure extends Error {
  constructor(
    message: string,
    /** The mail server will never take this mail: it is not tried again. */
    readonly isFinal: boolean,
    /** At which step: see `stepOf`. */
    readonly step: MailStep,
  ) {
    super(message);
  }
}

export type MailStep = 'address' | 'connect' | 'encrypt' | 'sign in' | 'sender or recipient' | 'message';

export interface MailTransport {
  /** @throws MailFailure */
  send(mail: OutgoingMail, messageId: string): Promise<void>;
  close(): void;
}

/**
 * Speaks SMTP with the server of SMTP_URL. A password goes to another machine by an encrypted connection only, whether
 * or not STARTTLS is offered: who is between could take that offer away. `?requireTLS=false` in SMTP_URL allows it.
 * @param domain the part after the `@` of a `Message-ID`
 */
export function smtpTransport({ smtpUrl, from }: MailSettings, domain: string): MailTransport {
  let transport: Transporter | undefined;
  /** The library is loaded for the first mail. */
  const connected = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport({
      url: smtpUrl.href,
      requireTLS: smtpUrl.password !== '' && !isThisMachine(smtpUrl.hostname),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: ANSWER_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return transport;
  };
  return {
    async send({ to, language, subject, text, html, headers }, messageId) {
      try {
        await (await connected()).sendMail({
          from,
          // An object is not parsed: an address cannot inject another one.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${messageId}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language, ...headers },
        });
      } catch (error) {
        throw failureOf(error as SmtpError, smtpUrl);
      }
    },
    close: () => transport?.close(),
  };
}

interface SmtpError extends Error {
  code?: string;
  /** Node's, where `code` is only nodemailer's `ESOCKET`. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
}

/** RFC 4954: nothing is taken without a sign-in. */
const SIGN_IN_REQUIRED = 530;
const MAIL_FROM_COMMAND = 'MAIL FROM';

/**
 * A 5xx about this mail is final. One about the connection, the sign-in or the sender, who is the same in all mails, is
 * not: the operator corrects the setting, and no earlier mail is lost.
 */
function failureOf(error: SmtpError, smtpUrl: URL): MailFailure {
  const step = stepOf(error);
  const isOfSender = error.command === MAIL_FROM_COMMAND;
  const isAboutMail = (step === 'sender or recipient' && !isOfSender) || step === 'message';
  const isFinal = isAboutMail && (error.responseCode ?? 0) >= 500;
  return new MailFailure(withoutSecrets(error.message, smtpUrl), isFinal, step);
}

/** Mail servers repeat what they refuse: the command of a sign-in, or a link in a message. */
function withoutSecrets(reply: string, { username, password }: URL): string {
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const signIns = secret ? [base64(`\0${user}\0${secret}`), base64(secret), secret] : [];
  return withoutLinkSecrets(signIns.reduce((text, signIn) => text.replaceAll(signIn, ':secret'), reply));
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Codes of TLS and of certificates, as `ERR_SSL_…` and `CERT_HAS_EXPIRED`: those of sockets have no underscore. */
const TLS_CODE = /_|^EPROTO$/;

function stepOf({ code, originalCode = '', command = '', responseCode }: SmtpError): MailStep {
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'address';
  if (code === 'ETLS' || TLS_CODE.test(originalCode) || command === 'STARTTLS') return 'encrypt';
  if (code === 'EAUTH' || command.startsWith('AUTH') || responseCode === SIGN_IN_REQUIRED) return 'sign in';
  if (command === MAIL_FROM_COMMAND || command === 'RCPT TO' || code === 'EENVELOPE')
    return 'sender or recipient';
  if (command === 'DATA' || code === 'EMESSAGE') return 'message';
  return 'connect';
}
