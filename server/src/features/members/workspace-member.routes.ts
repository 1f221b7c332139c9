import { idParams, type RouteDefinition, route } from '../../http/route';
import {
  memberParams,
  toWorkspaceRole,
  workspaceMemberBody,
  workspaceMemberBodyWithId,
} from './member.input';
import type { WorkspaceMembersService } from './workspace-members.service';

/** /workspaceUsers; fixed paths stand before those with an id. */
export function workspaceMemberRoutes(members: WorkspaceMembersService): RouteDefinition[] {
  const add = { scope: 'workspace', action: 'workspace.addMember' } as const;
  const change = { scope: 'workspace', action: 'workspace.changeMember' } as const;
  const read = { scope: 'workspace', action: 'workspace.read' } as const;
  return [
    route({
      method: 'get',
      path: '/workspaceUsers/roles/:workspaceId',
      access: read,
      params: idParams('workspaceId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await members.roles(user.userId, params.workspaceId),
      }),
    }),
    route({
      method: 'get',
      path: '/workspaceUsers/:workspaceId',
      access: read,
      params: idParams('workspaceId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await members.list(user.userId, params.workspaceId),
      }),
    }),
    route({
      method: 'post',
      path: '/workspaceUsers',
      access: add,
      body: workspaceMemberBodyWithId,
      handler: async ({ user, body }) => ({
        status: 201,
        body: await members.add(user.userId, body.workspaceId, body.userId, toWorkspaceRole(body.roleId)),
      }),
    }),
    route({
      method: 'post',
      path: '/workspaceUsers/:workspaceId',
      access: add,
      params: idParams('workspaceId'),
      body: workspaceMemberBody,
      handler: async ({ user, params, body }) => ({
        status: 201,
        body: await members.add(user.userId, params.workspaceId, body.userId, toWorkspaceRole(body.roleId)),
      }),
    }),
    route({
      method: 'put',
      path: '/workspaceUsers',
      access: change,
      body: workspaceMemberBodyWithId,
      handler: async ({ user, body }) => ({
        status: 200,
        body: await members.changeRole(
          user.userId,
          body.workspaceId,
          body.userId,
          toWorkspaceRole(body.roleId),
        ),
      }),
    }),
    route({
      method: 'put',
      path: '/workspaceUsers/:workspaceId',
      access: change,
      params: idParams('workspaceId'),
      body: workspaceMemberBody,
      handler: async ({ user, params, body }) => ({
        status: 200,
        body: await members.changeRole(
          user.userId,
          params.workspaceId,
          body.userId,
          toWorkspaceRole(body.roleId),
        ),
      }),
    }),
    route({
      method: 'delete',
      path: '/workspaceUsers/:workspaceId/:userId',
      // The lower bar of the two: leaving is everybody's right, removing others is checked by the service.
      access: { scope: 'workspace', action: 'workspace.leave' },
      params: memberParams.workspace,
      handler: async ({ user, params }) => {
        await members.remove(user.userId, params.workspaceId, params.userId);
        return { status: 204 };
      },
    }),
  ];
}
