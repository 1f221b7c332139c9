import { limitText } from '@livelane/shared/history/history.schema';
import {
  followingInputSchema,
  notificationSettingsInputSchema,
  pushSubscriptionSchema,
  readNotificationsSchema,
} from '@livelane/shared/notifications/notification.schema';
import * as z from 'zod/mini';
import { type RouteDefinition, route } from '../../http/route';
import type { Unsubscribing } from '../auth/unsubscribing';
import type { NotificationService } from './notification.service';
import type { PushService } from './push.service';

interface Dependencies {
  notifications: NotificationService;
  push: PushService;
  unsubscribing: Unsubscribing;
}

const pageQuery = z.object({
  before: z.optional(z.string()),
  unread: z.optional(z.enum(['true', 'false'], 'invalid_value')),
  limit: z.optional(limitText),
});

export function notificationRoutes({ notifications, push, unsubscribing }: Dependencies): RouteDefinition[] {
  return [
    route('get', '/notifications', {
      access: 'session',
      isLarge: true,
      query: pageQuery,
      answer: ({ user, query: { before, unread, limit } }) =>
        notifications.list(user.userId, { before, unread: unread === 'true', limit }),
    }),
    route('post', '/notifications/read', {
      access: 'session',
      body: readNotificationsSchema,
      status: 204,
      answer: ({ user, body }) => notifications.read(user.userId, body),
    }),
    route('get', '/notifications/settings', {
      access: 'session',
      answer: ({ user }) => notifications.settings(user.userId),
    }),
    route('put', '/notifications/settings', {
      access: 'session',
      body: notificationSettingsInputSchema,
      answer: ({ user, body }) => notifications.changeSettings(user.userId, body),
    }),
    route('get', '/notifications/push', {
      access: 'session',
      handler: async () => ({ status: 200, body: { publicKey: await push.publicKey() } }),
    }),
    route('post', '/notifications/push', {
      access: 'session',
      body: pushSubscriptionSchema,
      handler: async ({ user, body }) => ({ status: 201, body: { id: await push.subscribe(user, body) } }),
    }),
    route('delete', '/notifications/push/:subscriptionId', {
      access: 'session',
      status: 204,
      answer: ({ user, params }) => push.unsubscribe(user.userId, params.subscriptionId),
    }),
    route('get', '/tasks/:taskId/following', {
      access: { scope: 'project', action: 'task.read' },
      answer: ({ user, params }) => notifications.followingOf(user.userId, params.taskId),
    }),
    route('put', '/tasks/:taskId/following', {
      access: { scope: 'project', action: 'task.read' },
      body: followingInputSchema,
      answer: ({ user, params, body }) => notifications.follow(user.userId, params.taskId, body.mode),
    }),
    route('post', '/mail/unsubscribe/:secret', {
      access: 'public',
      params: z.object({ secret: z.string() }),
      status: 204,
      answer: ({ params, req }) => unsubscribing.unsubscribe(params.secret, req),
    }),
    route('get', '/mail/unsubscribe/:secret', {
      access: 'public',
      params: z.object({ secret: z.string() }),
      handler: async ({ params }) => ({
        status: 302,
        headers: { Location: unsubscribing.page(params.secret) },
      }),
    }),
  ];
}
