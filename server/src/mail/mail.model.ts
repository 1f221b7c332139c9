import { type Connection, type Model, Schema } from 'mongoose';
import type { MailKind } from './mail.types';

/** One mail that waits to be sent; it is deleted once the mail server has taken it. */
export interface MailDocument {
  /** Also the local part of its `Message-ID`. */
  _id: string;
  kind: MailKind;
  /** The payload as JSON, encrypted: it may hold a link's secret. */
  sealed: string;
  createdAt: Date;
  /** When it is tried next. */
  nextAt: Date;
  attempts: number;
  /** The mail server's error at the latest attempt. */
  lastError?: string;
  /** When an attempt failed first, by the database's clock. */
  failingSince?: Date;
}

const mailSchema = new Schema<MailDocument>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    sealed: { type: String, required: true },
    createdAt: { type: Date, required: true },
    nextAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
    lastError: { type: String },
    failingSince: { type: Date },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
mailSchema.index({ nextAt: 1 });

export type MailModel = Model<MailDocument>;

export function mailModel(connection: Connection): MailModel {
  return connection.model<MailDocument>('Mail', mailSchema, 'mails');
}
