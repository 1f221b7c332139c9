import { Readable } from 'node:stream';
import {
  adminUsersQuerySchema,
  adminWorkspacesQuerySchema,
  auditQuerySchema,
  giveOwnerSchema,
} from '@livelane/shared/admin/admin.schema';
import { type RouteDefinition, route } from '../../http/route';
import type { AdminService } from './admin.service';

const CSV_HEADERS = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': 'attachment; filename="livelane-audit.csv"',
};

/** /admin: for administrators; to everyone else it does not exist. */
export function adminRoutes(admin: AdminService): RouteDefinition[] {
  return [
    route('get', '/admin/users', {
      access: 'admin',
      query: adminUsersQuerySchema,
      answer: ({ query }) => admin.users(query),
    }),
    route('post', '/admin/users/:userId/deactivate', {
      access: 'admin',
      status: 204,
      answer: ({ user, params }) => admin.deactivate(user.userId, params.userId),
    }),
    route('post', '/admin/users/:userId/reactivate', {
      access: 'admin',
      status: 204,
      answer: ({ user, params }) => admin.reactivate(user.userId, params.userId),
    }),
    route('get', '/admin/users/:userId/sessions', {
      access: 'admin',
      answer: ({ user, params }) => admin.sessionsOf(user, params.userId),
    }),
    route('delete', '/admin/users/:userId/sessions', {
      access: 'admin',
      status: 204,
      answer: ({ user, params }) => admin.endSessions(user.userId, params.userId),
    }),
    route('get', '/admin/workspaces', {
      access: 'admin',
      query: adminWorkspacesQuerySchema,
      answer: ({ query }) => admin.ownerless(query.before),
    }),
    route('post', '/admin/workspaces/:workspaceId/owner', {
      access: 'admin',
      body: giveOwnerSchema,
      status: 204,
      answer: ({ user, params, body }) => admin.giveOwner(user.userId, params.workspaceId, body.userId),
    }),
    route('get', '/admin/system', {
      access: 'admin',
      answer: () => admin.system(),
    }),
    route('get', '/admin/audit', {
      access: 'admin',
      query: auditQuerySchema,
      answer: ({ query }) => admin.audited(query),
    }),
    route('get', '/admin/audit.csv', {
      access: 'admin',
      isLarge: true,
      query: auditQuerySchema,
      handler: async ({ query }) => ({
        status: 200,
        headers: CSV_HEADERS,
        body: Readable.from(admin.auditCsv(query)),
      }),
    }),
  ];
}
