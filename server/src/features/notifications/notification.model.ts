import type { NotificationReason } from '@livelane/shared/notifications/notification.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { type Connection, type Model, Schema } from 'mongoose';
import { derivedId } from '../../oplog/derived-id';

/** How long a notification is kept, in seconds. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

/**
 * State of a notification's mail: `open` until its window is over, `digest` until its reader's digest, `queued` while
 * the mail with `mailId` is on its way, `none` when there is nothing more to send.
 */
type MailState = 'open' | 'digest' | 'queued' | 'none';

/** One notification. Its id follows from what it is about, so that the same one is never made twice (R29). */
export interface NotificationDocument {
  _id: string;
  userId: string;
  reason: NotificationReason;
  workspaceId: string;
  projectId: string | null;
  taskId?: string;
  commentId?: string;
  /** The comment's text at that time, in rows of earlier versions: erased with the comment (R24). */
  quote?: string;
  v?: number;
  actorId?: string;
  /** With `role_changed`, but for rows of earlier versions. */
  roleId?: ProjectRole;
  /** As they were then: for readers who have lost access since. */
  title: string;
  name: string;
  at: Date;
  readAt: Date | null;
  mail: MailState;
  mailId?: string;
}

/** @param about the subject: of each reason its reader has one notification about it (R29) */
export const notificationId = (userId: string, reason: NotificationReason, about: string): string =>
  derivedId(`${userId}/${reason}/${about}`, 'notification');

/** The index of the unread ones, latest first. */
export const UNREAD = { userId: 1, at: -1 } as const;

const notificationSchema = new Schema<NotificationDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    reason: { type: String, required: true },
    workspaceId: { type: String, required: true },
    projectId: { type: String, default: null },
    taskId: { type: String },
    commentId: { type: String },
    quote: { type: String },
    v: { type: Number },
    actorId: { type: String },
    roleId: { type: String },
    title: { type: String },
    name: { type: String },
    at: { type: Date, required: true },
    readAt: { type: Date, default: null },
    mail: { type: String, required: true },
    mailId: { type: String },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
notificationSchema.index({ userId: 1, at: -1, _id: -1 });
notificationSchema.index(UNREAD, { partialFilterExpression: { readAt: null } });
notificationSchema.index({ mail: 1, at: 1 });
notificationSchema.index({ taskId: 1 }, { sparse: true });
notificationSchema.index({ mailId: 1 }, { sparse: true });
notificationSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export type NotificationModel = Model<NotificationDocument>;

export function notificationModel(connection: Connection): NotificationModel {
  return connection.model<NotificationDocument>('Notification', notificationSchema, 'notifications');
}
