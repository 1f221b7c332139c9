import { loginSchema, registerSchema } from '@livelane/shared/auth/auth.schema';
import type { RequestHandler } from 'express';
import { AppError } from '../../http/errors';
import { addressOf } from '../../http/rate.limit';
import { bearerOf } from '../../http/require-user';
import { type RouteDefinition, route } from '../../http/route';
import type { RefreshCookie } from './auth.cookie';
import type { AuthService } from './auth.service';

interface Dependencies {
  auth: AuthService;
  cookie: RefreshCookie;
  ownOrigin: RequestHandler;
  registerLimit: RequestHandler;
}

export function authRoutes({ auth, cookie, ownOrigin, registerLimit }: Dependencies): RouteDefinition[] {
  return [
    route({
      method: 'post',
      path: '/auth/register',
      access: 'public',
      before: [ownOrigin, registerLimit],
      body: registerSchema,
      handler: async ({ body }) => ({ status: 201, body: await auth.register(body) }),
    }),
    route({
      method: 'post',
      path: '/auth/login',
      access: 'public',
      before: [ownOrigin],
      body: loginSchema,
      handler: async ({ body, req, res }) => {
        const { session, refreshToken } = await auth.login(body, addressOf(req));
        cookie.write(res, refreshToken);
        return { status: 200, body: session };
      },
    }),
    route({
      method: 'post',
      path: '/auth/refresh',
      access: 'public',
      before: [ownOrigin],
      handler: async ({ req, res }) => {
        try {
          const { session, refreshToken } = await auth.refresh(cookie.read(req));
          cookie.write(res, refreshToken);
          return { status: 200, body: session };
        } catch (error) {
          if (error instanceof AppError && error.code === 'invalid_refresh_token') cookie.clear(res);
          throw error;
        }
      },
    }),
    route({
      method: 'post',
      path: '/auth/logout',
      access: 'public',
      before: [ownOrigin],
      handler: async ({ req, res }) => {
        await auth.logout(bearerOf(req), cookie.read(req));
        cookie.clear(res);
        return { status: 204 };
      },
    }),
  ];
}
