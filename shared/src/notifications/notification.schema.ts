import * as z from 'zod/mini';
import { projectRoles } from '../permissions/roles';
import { languageTags } from '../values/languages';
import { uuidSchema } from '../values/uuid';

/** Why someone is notified, by priority if several reasons apply to one op. */
export const notificationReasons = [
  'mentioned',
  'assigned',
  'comment',
  'completed',
  'deleted',
  'due_tomorrow',
  'overdue',
  'added',
  'removed',
  'role_changed',
] as const;
export type NotificationReason = (typeof notificationReasons)[number];

/** One notification as its reader sees it now; times are ISO 8601 in UTC. */
export const notificationSchema = z.object({
  id: uuidSchema,
  reason: z.enum(notificationReasons),
  workspaceId: uuidSchema,
  /** Null for a workspace's own. */
  projectId: z.nullable(uuidSchema),
  taskId: z.optional(uuidSchema),
  commentId: z.optional(uuidSchema),
  /** The version of the op that it is about. */
  v: z.optional(z.number()),
  actorId: z.optional(uuidSchema),
  /** With `role_changed`: what the role became, in the project or else the workspace. */
  roleId: z.optional(z.enum(projectRoles)),
  /** The task's title; empty without a task. */
  title: z.string(),
  /** The project's name, else the workspace's. */
  name: z.string(),
  /** Null if nobody did it, or their account is deleted. */
  actor: z.nullable(z.object({ id: uuidSchema, firstName: z.string(), surname: z.string() })),
  at: z.string(),
  readAt: z.nullable(z.string()),
  /** In a list: its reader has muted the task. */
  isMuted: z.optional(z.boolean()),
});
export type Notification = z.infer<typeof notificationSchema>;

/** Answer of GET /notifications. */
export const notificationPageSchema = z.object({
  items: z.array(notificationSchema),
  /** The `before` of the next page; null at the end. */
  next: z.nullable(z.string()),
  unread: z.number(),
});
export type NotificationPage = z.infer<typeof notificationPageSchema>;

/** Body of POST /notifications/read; of several of these `all` counts, then `taskId`. */
export const readNotificationsSchema = z
  .object({
    ids: z.optional(
      z
        .array(z.string().check(z.maxLength(64, 'invalid_value'), z.toLowerCase()))
        .check(z.maxLength(500, 'invalid_value')),
    ),
    all: z.optional(z.literal(true)),
    taskId: z.optional(uuidSchema),
  })
  .check(
    z.refine(
      (body) => body.ids !== undefined || body.all !== undefined || body.taskId !== undefined,
      'invalid_value',
    ),
  );
export type ReadNotifications = z.infer<typeof readNotificationsSchema>;

const followModes = ['auto', 'follow', 'mute'] as const;
export const followingInputSchema = z.object({ mode: z.enum(followModes, 'invalid_value') });
export const followingSchema = z.object({
  mode: z.enum(followModes),
  /** Whether they are notified of comments, completion and deletion. */
  isFollowing: z.boolean(),
});
export type Following = z.infer<typeof followingSchema>;

const timeOfDaySchema = z
  .string('invalid_value')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid_value'));
const timeZoneSchema = z
  .string('invalid_value')
  .check(z.maxLength(64, 'invalid_value'), z.refine(isTimeZone, 'invalid_value'));

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

export const mailModes = ['now', 'digest', 'never'] as const;
const waySchema = z.object({ app: z.boolean(), mail: z.enum(mailModes), push: z.boolean() });
/** How someone is notified for one reason. */
export type NotificationWay = z.infer<typeof waySchema>;

export const notificationSettingsSchema = z.object({
  language: z.enum(languageTags),
  /** IANA name. */
  timeZone: z.string(),
  /** HH:MM in their time zone: mail waits, and nothing is pushed. */
  quietHours: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** HH:MM in their time zone. */
  digestAt: z.string(),
  reasons: z.record(z.enum(notificationReasons), waySchema),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

const someWaySchema = z.partial(waySchema);
/** Body of PUT /notifications/settings: any subset. */
export const notificationSettingsInputSchema = z.partial(
  z.object({
    language: z.enum(languageTags, 'invalid_value'),
    timeZone: timeZoneSchema,
    quietHours: z.nullable(z.object({ from: timeOfDaySchema, to: timeOfDaySchema })),
    digestAt: timeOfDaySchema,
    reasons: z.partialRecord(z.enum(notificationReasons, 'invalid_value'), someWaySchema),
  }),
);
export type NotificationSettingsInput = z.infer<typeof notificationSettingsInputSchema>;

/** Body of POST /notifications/push: the subscription from the browser's push service. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.string('invalid_value').check(z.maxLength(2_000, 'invalid_value')),
  keys: z.object({
    p256dh: z.string('invalid_value').check(z.regex(/^[\w-]{80,100}={0,2}$/, 'invalid_value')),
    auth: z.string('invalid_value').check(z.regex(/^[\w-]{20,30}={0,2}$/, 'invalid_value')),
  }),
});
export type PushSubscriptionInput = z.infer<typeof pushSubscriptionSchema>;

/** Pushed to a person's sockets. */
export interface NotificationNew {
  notification: Notification;
  unread: number;
}
export interface NotificationRead {
  ids?: string[] | undefined;
  all?: true | undefined;
  unread: number;
}
