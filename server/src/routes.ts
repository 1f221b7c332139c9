import type { RequestHandler } from 'express';
import { RefreshCookie } from './features/auth/auth.cookie';
import { authRoutes } from './features/auth/auth.routes';
import { boardRoutes } from './features/boards/board.routes';
import { taskRoutes } from './features/tasks/task.routes';
import { userRoutes } from './features/users/user.routes';
import { limitByAddress, limitByUser } from './http/rate.limit';
import type { RouteDefinition } from './http/route';
import type { Services } from './services';

/** Accounts that one address may register in an hour; look-ups and password attempts of one user in a minute. */
const REGISTER_RATE = { name: 'register', points: 60, seconds: 60 * 60 };
const LOOKUP_RATE = { name: 'lookup', points: 60, seconds: 60 };
const PASSWORD_RATE = { name: 'password', points: 20, seconds: 60 };

interface Dependencies {
  services: Services;
  publicUrl: URL;
  ownOrigin: RequestHandler;
}

/** Every REST route below /v1. */
export function allRoutes({ services, publicUrl, ownOrigin }: Dependencies): RouteDefinition[] {
  return [
    ...authRoutes({
      auth: services.auth,
      cookie: new RefreshCookie(publicUrl),
      ownOrigin,
      registerLimit: limitByAddress(services.counter, REGISTER_RATE),
    }),
    ...userRoutes({
      users: services.accounts,
      lookupLimit: limitByUser(services.counter, LOOKUP_RATE),
      passwordLimit: limitByUser(services.counter, PASSWORD_RATE),
    }),
    ...services.team.routes,
    ...boardRoutes(services.boards, services.personalBoards),
    ...taskRoutes(services.tasks),
  ];
}
