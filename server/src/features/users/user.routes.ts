import { deleteAccountSchema, updateUserBodySchema } from '@livelane/shared/auth/account.schema';
import { changePasswordSchema, emailSchema } from '@livelane/shared/users/user.schema';
import * as z from 'zod/mini';
import { languageOf } from '../../http/language';
import type { UserLimit } from '../../http/rate-limit';
import { type RouteDefinition, route } from '../../http/route';
import type { AccountClosing } from './account-closing';
import type { UserService } from './user.service';

interface Dependencies {
  users: UserService;
  closing: AccountClosing;
  /** Limits of lookups by email and of password attempts, per user. */
  lookupLimit: UserLimit;
  passwordLimit: UserLimit;
}

export function userRoutes({ users, closing, lookupLimit, passwordLimit }: Dependencies): RouteDefinition[] {
  return [
    route('get', '/users', {
      access: 'session',
      userLimit: lookupLimit,
      query: z.object({ email: emailSchema }),
      answer: ({ query }) => users.findByEmail(query.email),
    }),
    route('put', '/users/:userId', {
      access: 'session',
      body: updateUserBodySchema,
      answer: ({ user, params, body, req }) =>
        users.update(user.userId, params.userId, body, languageOf(req)),
    }),
    route('put', '/users/:userId/password', {
      access: 'session',
      userLimit: passwordLimit,
      body: changePasswordSchema,
      status: 204,
      answer: ({ user, params, body, req }) =>
        users.changePassword(user.userId, params.userId, body, languageOf(req)),
    }),
    route('get', '/users/:userId/deletion', {
      access: 'session',
      isLarge: true,
      answer: ({ user, params }) => closing.preview(user.userId, params.userId),
    }),
    route('delete', '/users/:userId', {
      access: 'session',
      userLimit: passwordLimit,
      body: deleteAccountSchema,
      status: 204,
      answer: ({ user, params, body }) => closing.close(user.userId, params.userId, body),
    }),
    route('get', '/users/:userId/sessions', {
      access: 'session',
      answer: ({ user, params }) => users.sessions(user, params.userId),
    }),
    route('delete', '/users/:userId/sessions/:sessionId', {
      access: 'session',
      status: 204,
      answer: ({ user, params }) => users.endSession(user, params.userId, params.sessionId),
    }),
    route('delete', '/users/:userId/sessions', {
      access: 'session',
      status: 204,
      answer: ({ user, params }) => users.endOtherSessions(user, params.userId),
    }),
  ];
}
