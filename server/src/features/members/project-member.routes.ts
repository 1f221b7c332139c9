import { projectMemberInputSchema } from '@livelane/shared/members/member.schema';
import { idParams, type RouteDefinition, route } from '../../http/route';
import { memberParams, projectMemberBody } from './member.input';
import type { ProjectMembersService } from './project-members.service';

/** /projectUsers; fixed paths stand before those with an id. */
export function projectMemberRoutes(members: ProjectMembersService): RouteDefinition[] {
  const add = { scope: 'project', action: 'project.addMember' } as const;
  const change = { scope: 'project', action: 'project.changeMember' } as const;
  const read = { scope: 'project', action: 'project.read' } as const;
  return [
    route({
      method: 'get',
      path: '/projectUsers/roles/:projectId',
      access: read,
      params: idParams('projectId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await members.roles(user.userId, params.projectId),
      }),
    }),
    route({
      method: 'get',
      path: '/projectUsers/:projectId',
      access: read,
      params: idParams('projectId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await members.list(user.userId, params.projectId),
      }),
    }),
    route({
      method: 'post',
      path: '/projectUsers',
      access: add,
      body: projectMemberBody,
      handler: async ({ user, body }) => ({
        status: 201,
        body: await members.add(user.userId, body.projectId, body.userId, body.roleId),
      }),
    }),
    route({
      method: 'post',
      path: '/projectUsers/:projectId',
      access: add,
      params: idParams('projectId'),
      body: projectMemberInputSchema,
      handler: async ({ user, params, body }) => ({
        status: 201,
        body: await members.add(user.userId, params.projectId, body.userId, body.roleId),
      }),
    }),
    route({
      method: 'put',
      path: '/projectUsers',
      access: change,
      body: projectMemberBody,
      handler: async ({ user, body }) => ({
        status: 200,
        body: await members.changeRole(user.userId, body.projectId, body.userId, body.roleId),
      }),
    }),
    route({
      method: 'put',
      path: '/projectUsers/:projectId',
      access: change,
      params: idParams('projectId'),
      body: projectMemberInputSchema,
      handler: async ({ user, params, body }) => ({
        status: 200,
        body: await members.changeRole(user.userId, params.projectId, body.userId, body.roleId),
      }),
    }),
    route({
      method: 'delete',
      path: '/projectUsers/:projectId/:userId',
      // The lower bar of the two: leaving is everybody's right, removing others is checked by the service.
      access: { scope: 'project', action: 'project.leave' },
      params: memberParams.project,
      handler: async ({ user, params }) => {
        await members.remove(user.userId, params.projectId, params.userId);
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/workspaceUsers/project/:projectId',
      access: read,
      params: idParams('projectId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await members.eligible(user.userId, params.projectId),
      }),
    }),
  ];
}
