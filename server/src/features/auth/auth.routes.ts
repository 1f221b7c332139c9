import {
  type AuthOptions,
  confirmEmailSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
} from '@livelane/shared/auth/account.schema';
import { loginSchema, registerSchema } from '@livelane/shared/auth/auth.schema';
import type { RequestHandler } from 'express';
import { bearerOf } from '../../http/bearer';
import { AppError } from '../../http/errors';
import { languageOf } from '../../http/language';
import { addressOf } from '../../http/rate-limit';
import { type RouteDefinition, route } from '../../http/route';
import type { RefreshCookie } from './auth.cookie';
import type { AuthService } from './auth.service';
import type { EmailChange } from './email-change';
import type { PasswordReset } from './password-reset';
import type { RegistrationLimiter } from './registration.limiter';
import type { RegistrationService } from './registration.service';
import type { SecretLimit } from './secret-limit';

interface Dependencies {
  auth: AuthService;
  cookie: RefreshCookie;
  ownOrigin: RequestHandler;
  registrationLimiter: RegistrationLimiter;
  forgotLimit: RequestHandler;
  registrations: RegistrationService;
  reset: PasswordReset;
  emailChange: EmailChange;
  /** Counts secrets that open nothing. */
  secrets: SecretLimit;
  options: AuthOptions;
}

export function authRoutes({
  auth,
  cookie,
  ownOrigin,
  registrationLimiter,
  forgotLimit,
  registrations,
  reset,
  emailChange,
  secrets,
  options,
}: Dependencies): RouteDefinition[] {
  return [
    route('get', '/auth/options', {
      access: 'public',
      handler: async () => ({ status: 200, body: options }),
    }),
    route('post', '/auth/register', {
      access: 'public',
      before: [ownOrigin],
      body: registerSchema,
      handler: async ({ body, req }) => {
        await registrationLimiter.admit(body.email, addressOf(req));
        return { status: 201, body: await registrations.register(body, addressOf(req)) };
      },
    }),
    route('post', '/auth/login', {
      access: 'public',
      before: [ownOrigin],
      body: loginSchema,
      handler: async ({ body, req, res }) => {
        const { session, refreshToken } = await auth.login(body, {
          address: addressOf(req),
          userAgent: req.get('User-Agent') ?? '',
        });
        cookie.write(res, refreshToken);
        return { status: 200, body: session };
      },
    }),
    route('post', '/auth/refresh', {
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
    route('post', '/auth/forgot', {
      access: 'public',
      before: [ownOrigin, forgotLimit],
      body: forgotPasswordSchema,
      // Without mail no link is sent: the operator prints one (npm run reset-password).
      status: 204,
      answer: ({ body, req }) => reset.forgot(body.email, languageOf(req)),
    }),
    route('post', '/auth/reset', {
      access: 'public',
      before: [ownOrigin],
      body: resetPasswordSchema,
      status: 204,
      answer: ({ body, req }) =>
        secrets.guard(addressOf(req), () => reset.reset(body.secret, body.password, languageOf(req))),
    }),
    route('post', '/auth/confirm', {
      access: 'public',
      before: [ownOrigin],
      body: confirmEmailSchema,
      status: 204,
      answer: ({ body, req }) =>
        secrets.guard(addressOf(req), () => emailChange.confirm(body.secret, languageOf(req))),
    }),
    route('post', '/auth/logout', {
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
