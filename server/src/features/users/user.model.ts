import { type Connection, type Model, Schema } from 'mongoose';

export interface UserDocument {
  _id: string;
  firstName: string;
  surname: string;
  /** Trimmed and lower-cased: unique. */
  email: string;
  /** Argon2id, PHC string. */
  passwordHash: string;
  createdAt: Date;
  updatedAt: Date;
}

const userSchema = new Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    firstName: { type: String, required: true },
    surname: { type: String, required: true },
    email: { type: String, required: true },
    passwordHash: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
userSchema.index({ email: 1 }, { unique: true });

export type UserModel = Model<UserDocument>;

export function userModel(connection: Connection): UserModel {
  return connection.model<UserDocument>('User', userSchema, 'users');
}
