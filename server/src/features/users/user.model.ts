import { type Connection, type Model, Schema } from 'mongoose';
import type { UserDocument } from './user.types';

const userSchema = new Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    firstName: { type: String, required: true },
    surname: { type: String, required: true },
    email: { type: String, required: true },
    passwordHash: { type: String },
    pendingEmail: { type: String },
    formerEmails: { type: [String], default: undefined },
    emailProvenAt: { type: Date },
    oidc: {
      type: new Schema(
        { issuer: { type: String, required: true }, subject: { type: String, required: true } },
        { _id: false, strict: 'throw' },
      ),
    },
    groupRoles: {
      type: [
        new Schema(
          { workspaceId: { type: String, required: true }, roleId: { type: String, required: true } },
          { _id: false, strict: 'throw' },
        ),
      ],
      default: undefined,
    },
    deactivatedAt: { type: Date },
    closingAt: { type: Date },
    joining: {
      type: new Schema(
        { invitationId: { type: String, required: true }, at: { type: Date, required: true } },
        { _id: false, strict: 'throw' },
      ),
    },
    renaming: {
      type: new Schema(
        { id: { type: String, required: true }, at: { type: Date, required: true } },
        { _id: false, strict: 'throw' },
      ),
    },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
userSchema.index({ email: 1 }, { unique: true });
userSchema.index({ 'joining.at': 1 }, { sparse: true });
userSchema.index({ 'oidc.subject': 1, 'oidc.issuer': 1 }, { unique: true, sparse: true });
userSchema.index({ createdAt: -1, _id: -1 });
userSchema.index({ closingAt: 1 }, { sparse: true });
userSchema.index({ 'renaming.at': 1 }, { sparse: true });

export type UserModel = Model<UserDocument>;

export function userModel(connection: Connection): UserModel {
  return connection.model<UserDocument>('User', userSchema, 'users');
}
