import { type Connection, type Model, Schema } from 'mongoose';
import type { UserDocument } from './user.types';

const userSchema = new Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    firstName: { type: String, required: true },
    surname: { type: String, required: true },
    email: { type: String, required: true },
    passwordHash: { type: String, required: true },
    emailProvenAt: { type: Date },
    joiningId: { type: String },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
userSchema.index({ email: 1 }, { unique: true });
userSchema.index({ joiningId: 1 }, { sparse: true });

export type UserModel = Model<UserDocument>;

export function userModel(connection: Connection): UserModel {
  return connection.model<UserDocument>('User', userSchema, 'users');
}
