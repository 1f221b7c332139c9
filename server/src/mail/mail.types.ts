import type { Language } from '@livelane/shared/values/languages';

/** What is known of a mail when it is queued; its words are written when it leaves. */
export interface MailPayloads {
  /** Someone asks for a new password; whether there is such an account is looked up later. */
  forgot: { email: string; language: Language };
  passwordChanged: { email: string; language: Language };
  confirmAddress: { email: string; language: Language; secret: string };
  /** To the previous address. */
  addressChanged: { email: string; language: Language; newEmail: string };
  invitation: { email: string; language: Language; secret: string };
  /** What it tells, the notifications with its id say. */
  notification: { userId: string };
}
export type MailKind = keyof MailPayloads;

/** One mail as it leaves. */
export interface OutgoingMail {
  to: string;
  language: Language;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** Writes a mail's words. Null: there is nothing to send any more. */
export type Composers = {
  [Kind in MailKind]: (payload: MailPayloads[Kind], mailId: string) => Promise<OutgoingMail | null>;
};
