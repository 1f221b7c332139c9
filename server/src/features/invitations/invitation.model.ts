import { type Connection, type Model, Schema } from 'mongoose';
import type { InvitationDocument } from './invitation.types';

const invitationSchema = new Schema<InvitationDocument>(
  {
    _id: { type: String, required: true },
    secretHash: { type: String, required: true },
    workspaceId: { type: String, required: true },
    roleId: { type: String, required: true },
    email: { type: String, default: null },
    projectId: { type: String, default: null },
    projectRoleId: { type: String, default: null },
    invitedBy: { type: String, required: true },
    maxUses: { type: Number, required: true },
    placesLeft: { type: Number, required: true },
    usedBy: { type: [String], required: true },
    joinedBy: { type: [String] },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
invitationSchema.index({ secretHash: 1 }, { unique: true });
invitationSchema.index({ workspaceId: 1, email: 1 });
invitationSchema.index({ invitedBy: 1 });
invitationSchema.index({ email: 1 });
invitationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type InvitationModel = Model<InvitationDocument>;

export function invitationModel(connection: Connection): InvitationModel {
  return connection.model<InvitationDocument>('Invitation', invitationSchema, 'invitations');
}
