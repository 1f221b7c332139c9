import { Readable } from 'node:stream';
import {
  adminUsersQuerySchema,
  adminWorkspacesQuerySchema,
  auditQuerySchema,
  giveOwnerSchema,
} from '@livelane/shared/admin/admin.schema';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { AdminService } from './admin.service';

const CSV_HEADERS = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': 'attachment; filename="livelane-audit.csv"',
};

/** /admin: for administrators; to everybody else it does not exist. */
export function adminRoutes(admin: AdminService): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/admin/users',
      access: 'admin',
      query: adminUsersQuerySchema,
      handler: async ({ query }) => ({ status: 200, body: await admin.users(query) }),
    }),
    route({
      method: 'post',
      path: '/admin/users/:userId/deactivate',
      access: 'admin',
      params: idParams('userId'),
      handler: async ({ user, params }) => {
        await admin.deactivate(user.userId, params.userId);
        return { status: 204 };
      },
    }),
    route({
      method: 'post',
      path: '/admin/users/:userId/reactivate',
      access: 'admin',
      params: idParams('userId'),
      handler: async ({ user, params }) => {
        await admin.reactivate(user.userId, params.userId);
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/admin/users/:userId/sessions',
      access: 'admin',
      params: idParams('userId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await admin.sessionsOf(user, params.userId),
      }),
    }),
    route({
      method: 'delete',
      path: '/admin/users/:userId/sessions',
      access: 'admin',
      params: idParams('userId'),
      handler: async ({ user, params }) => {
        await admin.endSessions(user.userId, params.userId);
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/admin/workspaces',
      access: 'admin',
      query: adminWorkspacesQuerySchema,
      handler: async ({ query }) => ({ status: 200, body: await admin.ownerless(query.before) }),
    }),
    route({
      method: 'post',
      path: '/admin/workspaces/:workspaceId/owner',
      access: 'admin',
      params: idParams('workspaceId'),
      body: giveOwnerSchema,
      handler: async ({ user, params, body }) => {
        await admin.giveOwner(user.userId, params.workspaceId, body.userId);
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/admin/system',
      access: 'admin',
      handler: async () => ({ status: 200, body: await admin.system() }),
    }),
    route({
      method: 'get',
      path: '/admin/audit',
      access: 'admin',
      query: auditQuerySchema,
      handler: async ({ query }) => ({ status: 200, body: await admin.audited(query) }),
    }),
    route({
      method: 'get',
      path: '/admin/audit.csv',
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
