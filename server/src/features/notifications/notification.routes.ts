import {
  followingInputSchema,
  notificationSettingsInputSchema,
  pushSubscriptionSchema,
  readNotificationsSchema,
} from '@livelane/shared/notifications/notification.schema';
import { uuidSchema } from '@livelane/shared/values/uuid';
import * as z from 'zod/mini';
import { idParams, type RouteDefinition, route } from '../../http/route';
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
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/, 'input_invalid_limit')),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.number().check(z.minimum(1, 'input_invalid_limit'), z.maximum(100, 'input_invalid_limit')),
      ),
    ),
  ),
});

export function notificationRoutes({ notifications, push, unsubscribing }: Dependencies): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/notifications',
      access: 'session',
      query: pageQuery,
      handler: async ({ user, query: { before, unread, limit } }) => ({
        status: 200,
        body: await notifications.list(user.userId, { before, unread: unread === 'true', limit }),
      }),
    }),
    route({
      method: 'post',
      path: '/notifications/read',
      access: 'session',
      body: readNotificationsSchema,
      handler: async ({ user, body }) => {
        await notifications.read(user.userId, body);
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/notifications/settings',
      access: 'session',
      handler: async ({ user }) => ({ status: 200, body: await notifications.settings(user.userId) }),
    }),
    route({
      method: 'put',
      path: '/notifications/settings',
      access: 'session',
      body: notificationSettingsInputSchema,
      handler: async ({ user, body }) => ({
        status: 200,
        body: await notifications.changeSettings(user.userId, body),
      }),
    }),
    route({
      method: 'get',
      path: '/notifications/push',
      access: 'session',
      handler: async () => ({ status: 200, body: { publicKey: push.publicKey } }),
    }),
    route({
      method: 'post',
      path: '/notifications/push',
      access: 'session',
      body: pushSubscriptionSchema,
      handler: async ({ user, body }) => ({ status: 201, body: { id: await push.subscribe(user, body) } }),
    }),
    route({
      method: 'delete',
      path: '/notifications/push/:subscriptionId',
      access: 'session',
      params: idParams('subscriptionId'),
      handler: async ({ user, params }) => {
        await push.unsubscribe(user.userId, params.subscriptionId);
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/tasks/:taskId/following',
      access: { scope: 'project', action: 'task.read' },
      params: idParams('taskId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await notifications.followingOf(user.userId, params.taskId),
      }),
    }),
    route({
      method: 'put',
      path: '/tasks/:taskId/following',
      access: { scope: 'project', action: 'task.read' },
      params: z.object({ taskId: uuidSchema }),
      body: followingInputSchema,
      handler: async ({ user, params, body }) => ({
        status: 200,
        body: await notifications.follow(user.userId, params.taskId, body.mode),
      }),
    }),
    route({
      method: 'post',
      path: '/mail/unsubscribe/:secret',
      access: 'public',
      params: z.object({ secret: z.string() }),
      handler: async ({ params, req }) => {
        await unsubscribing.unsubscribe(params.secret, req);
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/mail/unsubscribe/:secret',
      access: 'public',
      params: z.object({ secret: z.string() }),
      handler: async ({ params }) => ({
        status: 302,
        headers: { Location: unsubscribing.page(params.secret) },
      }),
    }),
  ];
}
