import { workspaceInputSchema } from '@livelane/shared/workspaces/workspace.schema';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { WorkspaceRemoval } from './workspace.removal';
import type { WorkspaceService } from './workspace.service';

interface Services {
  workspaces: WorkspaceService;
  workspaceRemoval: WorkspaceRemoval;
}

/** Fixed paths stand before those with an id. */
export function workspaceRoutes({ workspaces, workspaceRemoval }: Services): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/workspaces/user',
      access: 'session',
      handler: async ({ user }) => ({ status: 200, body: await workspaces.ofUser(user.userId) }),
    }),
    route({
      method: 'get',
      path: '/workspaces/filter',
      access: 'session',
      handler: async ({ user }) => ({ status: 200, body: await workspaces.filter(user.userId) }),
    }),
    route({
      method: 'get',
      path: '/workspaces/project/:projectId',
      access: { scope: 'project', action: 'project.read' },
      params: idParams('projectId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await workspaces.ofProject(user.userId, params.projectId),
      }),
    }),
    route({
      method: 'post',
      path: '/workspaces',
      access: 'session',
      body: workspaceInputSchema,
      handler: async ({ user, body }) => ({ status: 201, body: await workspaces.create(user.userId, body) }),
    }),
    route({
      method: 'get',
      path: '/workspaces/:workspaceId',
      access: { scope: 'workspace', action: 'workspace.read' },
      params: idParams('workspaceId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await workspaces.get(user.userId, params.workspaceId),
      }),
    }),
    route({
      method: 'put',
      path: '/workspaces/:workspaceId',
      access: { scope: 'workspace', action: 'workspace.edit' },
      params: idParams('workspaceId'),
      body: workspaceInputSchema,
      handler: async ({ user, params, body }) => ({
        status: 200,
        body: await workspaces.update(user.userId, params.workspaceId, body),
      }),
    }),
    route({
      method: 'delete',
      path: '/workspaces/:workspaceId',
      access: { scope: 'workspace', action: 'workspace.delete' },
      params: idParams('workspaceId'),
      handler: async ({ user, params }) => {
        await workspaceRemoval.remove(user.userId, params.workspaceId);
        return { status: 204 };
      },
    }),
  ];
}
