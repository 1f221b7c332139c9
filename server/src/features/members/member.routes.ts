import { projectMemberInputSchema } from '@livelane/shared/members/member.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type * as z from 'zod/mini';
import { type RouteDefinition, route } from '../../http/route';
import {
  projectMemberBody,
  toWorkspaceRole,
  workspaceMemberBody,
  workspaceMemberBodyWithId,
} from './member.input';
import type { ProjectMembersService } from './project-members.service';
import type { WorkspaceMembersService } from './workspace-members.service';

interface Members<RoleId> {
  roles(actorId: string, id: string): Promise<unknown>;
  list(actorId: string, id: string): Promise<unknown>;
  add(actorId: string, id: string, userId: string, roleId: RoleId): Promise<unknown>;
  changeRole(actorId: string, id: string, userId: string, roleId: RoleId): Promise<unknown>;
  remove(actorId: string, id: string, userId: string): Promise<void>;
}

interface MemberInput {
  userId: string;
  roleId: ProjectRole;
}

interface Options<RoleId> {
  scope: 'project' | 'workspace';
  members: Members<RoleId>;
  body: z.ZodMiniType<MemberInput>;
  /** The same with the id of the project or workspace, where the path has none. */
  bodyWithId: z.ZodMiniType<MemberInput & { id: string }>;
  /** @throws AppError for a role of the other scope */
  toRole: (roleId: ProjectRole) => RoleId;
}

/** The memberships of projects or workspaces; fixed paths come before those with an id. */
function routesOf<RoleId>({ scope, members, body, bodyWithId, toRole }: Options<RoleId>): RouteDefinition[] {
  const [path, id] = [`/${scope}Users`, `${scope}Id`] as const;
  const access = (action: 'read' | 'addMember' | 'changeMember' | 'leave') =>
    ({ scope, action: `${scope}.${action}` }) as RouteDefinition['access'];
  return [
    route('get', `${path}/roles/:${id}`, {
      access: access('read'),
      answer: ({ user, params }) => members.roles(user.userId, params[id]),
    }),
    route('get', `${path}/:${id}`, {
      access: access('read'),
      answer: ({ user, params }) => members.list(user.userId, params[id]),
    }),
    route('post', path, {
      access: access('addMember'),
      body: bodyWithId,
      status: 201,
      answer: ({ user, body: { id: of, userId, roleId } }) =>
        members.add(user.userId, of, userId, toRole(roleId)),
    }),
    route('post', `${path}/:${id}`, {
      access: access('addMember'),
      body,
      status: 201,
      answer: ({ user, params, body: { userId, roleId } }) =>
        members.add(user.userId, params[id], userId, toRole(roleId)),
    }),
    route('put', path, {
      access: access('changeMember'),
      body: bodyWithId,
      answer: ({ user, body: { id: of, userId, roleId } }) =>
        members.changeRole(user.userId, of, userId, toRole(roleId)),
    }),
    route('put', `${path}/:${id}`, {
      access: access('changeMember'),
      body,
      answer: ({ user, params, body: { userId, roleId } }) =>
        members.changeRole(user.userId, params[id], userId, toRole(roleId)),
    }),
    route('delete', `${path}/:${id}/:userId`, {
      // The weaker of two rights: everyone may leave; the service checks the right to remove others.
      access: access('leave'),
      status: 204,
      answer: ({ user, params }) => members.remove(user.userId, params[id], params.userId),
    }),
  ];
}

/** /projectUsers and /workspaceUsers. */
export function memberRoutes(
  projectMembers: ProjectMembersService,
  workspaceMembers: WorkspaceMembersService,
): RouteDefinition[] {
  return [
    ...routesOf({
      scope: 'project',
      members: projectMembers,
      body: projectMemberInputSchema,
      bodyWithId: projectMemberBody,
      toRole: (roleId) => roleId,
    }),
    route('get', '/workspaceUsers/project/:projectId', {
      access: { scope: 'project', action: 'project.read' },
      answer: ({ user, params }) => projectMembers.eligible(user.userId, params.projectId),
    }),
    route('get', '/workspaceUsers/updates/:workspaceId', {
      access: { scope: 'workspace', action: 'workspace.read' },
      answer: ({ user, params }) => workspaceMembers.updates(user.userId, params.workspaceId),
    }),
    ...routesOf({
      scope: 'workspace',
      members: workspaceMembers,
      body: workspaceMemberBody,
      bodyWithId: workspaceMemberBodyWithId,
      toRole: toWorkspaceRole,
    }),
  ];
}
