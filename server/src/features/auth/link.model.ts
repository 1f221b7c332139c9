import { type Connection, type Model, Schema } from 'mongoose';
import type { LinkKind } from './secret';

/** A link for one account. Its secret is shown once and stored hashed. */
interface LinkDocument {
  /** The secret's hash. */
  _id: string;
  kind: Exclude<LinkKind, 'invitation'>;
  userId: string;
  /** The address that the link confirms or was made for. */
  email?: string;
  createdAt: Date;
  /** The database deletes the row at this time. */
  expiresAt: Date;
}

const linkSchema = new Schema<LinkDocument>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    userId: { type: String, required: true },
    email: { type: String },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
linkSchema.index({ userId: 1, kind: 1 });
linkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type LinkModel = Model<LinkDocument>;

export function linkModel(connection: Connection): LinkModel {
  return connection.model<LinkDocument>('Link', linkSchema, 'links');
}
