import type { Language } from '@livelane/shared/values/languages';

/** The data of a queued mail; its text is written when it is sent. */
export interface MailPayloads {
  /** Someone asks for a new password; whether there is such an account is looked up later. */
  forgot: { email: string; language: Language };
  passwordChanged: { email: string; language: Language };
  confirmAddress: { email: string; language: Language; secret: string };
  /** To the previous address. */
  addressChanged: { email: string; language: Language; newEmail: string };
  invitation: { email: string; language: Language; secret: string };
  /** Its content is the notifications with its id. */
  notification: { userId: string };
}
export type MailKind = keyof MailPayloads;

/** One mail as sent. */
export interface OutgoingMail {
  to: string;
  language: Language;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/**
 * Writes the text of a mail, also at each further attempt. Null: there is nothing to send any more. `later`: it is not
 * wanted yet.
 */
export type Composers = {
  [Kind in MailKind]: (
    payload: MailPayloads[Kind],
    mailId: string,
    queuedAt: Date,
  ) => Promise<OutgoingMail | (Kind extends 'notification' ? 'later' : never) | null>;
};
