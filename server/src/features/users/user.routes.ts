import { deleteAccountSchema } from '@livelane/shared/auth/account.schema';
import { changePasswordSchema, emailSchema, updateUserSchema } from '@livelane/shared/users/user.schema';
import { uuidSchema } from '@livelane/shared/values/uuid';
import * as z from 'zod/mini';
import { languageOf } from '../../http/language';
import type { UserLimit } from '../../http/rate-limit';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { AccountClosing } from './account-closing';
import type { UserService } from './user.service';

interface Dependencies {
  users: UserService;
  closing: AccountClosing;
  /** Limits of look-ups by e-mail and of password attempts, per user. */
  lookupLimit: UserLimit;
  passwordLimit: UserLimit;
}

export function userRoutes({ users, closing, lookupLimit, passwordLimit }: Dependencies): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/users',
      access: 'session',
      userLimit: lookupLimit,
      query: z.object({ email: emailSchema }),
      handler: async ({ query }) => ({ status: 200, body: await users.findByEmail(query.email) }),
    }),
    route({
      method: 'put',
      path: '/users/:userId',
      access: 'session',
      params: idParams('userId'),
      body: updateUserSchema,
      handler: async ({ user, params, body, req }) => ({
        status: 200,
        body: await users.update(user.userId, params.userId, body, languageOf(req)),
      }),
    }),
    route({
      method: 'put',
      path: '/users/:userId/password',
      access: 'session',
      userLimit: passwordLimit,
      params: idParams('userId'),
      body: changePasswordSchema,
      handler: async ({ user, params, body }) => {
        await users.changePassword(user.userId, params.userId, body);
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/users/:userId/deletion',
      access: 'session',
      params: idParams('userId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await closing.preview(user.userId, params.userId),
      }),
    }),
    route({
      method: 'delete',
      path: '/users/:userId',
      access: 'session',
      userLimit: passwordLimit,
      params: idParams('userId'),
      body: deleteAccountSchema,
      handler: async ({ user, params, body }) => {
        await closing.close(user.userId, params.userId, body);
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/users/:userId/sessions',
      access: 'session',
      params: idParams('userId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await users.sessions(user, params.userId),
      }),
    }),
    route({
      method: 'delete',
      path: '/users/:userId/sessions/:sessionId',
      access: 'session',
      params: z.object({ userId: uuidSchema, sessionId: uuidSchema }),
      handler: async ({ user, params }) => {
        await users.endSession(user, params.userId, params.sessionId);
        return { status: 204 };
      },
    }),
    route({
      method: 'delete',
      path: '/users/:userId/sessions',
      access: 'session',
      params: idParams('userId'),
      handler: async ({ user, params }) => {
        await users.endOtherSessions(user, params.userId);
        return { status: 204 };
      },
    }),
  ];
}
