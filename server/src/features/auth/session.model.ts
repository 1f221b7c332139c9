import { type Connection, type Model, Schema } from 'mongoose';

/**
 * One sign-in. Its refresh tokens form a family: `currentHash` is the newest; `previousHash` is the
 * one before, whose reuse within the grace time gives the same successor again (SPEC.md#accounts).
 */
export interface SessionDocument {
  _id: string;
  userId: string;
  currentHash: string;
  previousHash?: string;
  /** When `previousHash` was replaced, by the database's clock; before that, when the session began. */
  rotatedAt: Date;
  /** The successor's token sealed with a key that only the holder of the previous token has. */
  sealedSuccessor?: string;
  /** The `User-Agent` and the network address of the sign-in; absent in sessions of an older version. */
  userAgent?: string;
  address?: string;
  /** The provider that the sign-in came from, whom it names, and its own session. */
  oidc?: { issuer: string; subject: string; sid?: string | undefined };
  createdAt: Date;
  /** The database deletes the row at this time. */
  expiresAt: Date;
}

const sessionSchema = new Schema<SessionDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    currentHash: { type: String, required: true },
    previousHash: { type: String },
    rotatedAt: { type: Date, required: true },
    sealedSuccessor: { type: String },
    userAgent: { type: String },
    address: { type: String },
    oidc: {
      type: new Schema(
        {
          issuer: { type: String, required: true },
          subject: { type: String, required: true },
          sid: { type: String },
        },
        { _id: false, strict: 'throw' },
      ),
    },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
sessionSchema.index({ userId: 1 });
sessionSchema.index({ 'oidc.subject': 1 }, { sparse: true });
sessionSchema.index({ 'oidc.sid': 1 }, { sparse: true });
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type SessionModel = Model<SessionDocument>;

export function sessionModel(connection: Connection): SessionModel {
  return connection.model<SessionDocument>('Session', sessionSchema, 'sessions');
}
