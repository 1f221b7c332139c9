import { changePasswordSchema, emailSchema, updateUserSchema } from '@livelane/shared/users/user.schema';
import type { RequestHandler } from 'express';
import * as z from 'zod/mini';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { UserService } from './user.service';

interface Dependencies {
  users: UserService;
  /** Limits of look-ups by e-mail and of password attempts, per address. */
  lookupLimit: RequestHandler;
  passwordLimit: RequestHandler;
}

export function userRoutes({ users, lookupLimit, passwordLimit }: Dependencies): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/users',
      access: 'session',
      before: [lookupLimit],
      query: z.object({ email: emailSchema }),
      handler: async ({ query }) => ({ status: 200, body: await users.findByEmail(query.email) }),
    }),
    route({
      method: 'put',
      path: '/users/:userId',
      access: 'session',
      params: idParams('userId'),
      body: updateUserSchema,
      handler: async ({ user, params, body }) => ({
        status: 200,
        body: await users.update(user.userId, params.userId, body),
      }),
    }),
    route({
      method: 'put',
      path: '/users/:userId/password',
      access: 'session',
      before: [passwordLimit],
      params: idParams('userId'),
      body: changePasswordSchema,
      handler: async ({ user, params, body }) => {
        await users.changePassword(user.userId, params.userId, body);
        return { status: 204 };
      },
    }),
  ];
}
