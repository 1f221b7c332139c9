import { workspaceInputSchema } from '@livelane/shared/workspaces/workspace.schema';
import { type RouteDefinition, route } from '../../http/route';
import type { WorkspaceRemoval } from './workspace.removal';
import type { WorkspaceService } from './workspace.service';

interface Services {
  workspaces: WorkspaceService;
  workspaceRemoval: WorkspaceRemoval;
}

/** Fixed paths come before those with an id. */
export function workspaceRoutes({ workspaces, workspaceRemoval }: Services): RouteDefinition[] {
  return [
    route('get', '/workspaces/user', {
      access: 'session',
      answer: ({ user }) => workspaces.ofUser(user.userId),
    }),
    route('get', '/workspaces/filter', {
      access: 'session',
      answer: ({ user }) => workspaces.filter(user.userId),
    }),
    route('get', '/workspaces/project/:projectId', {
      access: { scope: 'project', action: 'project.read' },
      answer: ({ user, params }) => workspaces.ofProject(user.userId, params.projectId),
    }),
    route('get', '/workspaces/:workspaceId', {
      access: { scope: 'workspace', action: 'workspace.read' },
      answer: ({ user, params }) => workspaces.get(user.userId, params.workspaceId),
    }),
    route('post', '/workspaces', {
      access: 'session',
      body: workspaceInputSchema,
      status: 201,
      answer: ({ user, body }) => workspaces.create(user.userId, body),
    }),
    route('put', '/workspaces/:workspaceId', {
      access: { scope: 'workspace', action: 'workspace.edit' },
      body: workspaceInputSchema,
      answer: ({ user, params, body }) => workspaces.update(user.userId, params.workspaceId, body),
    }),
    route('delete', '/workspaces/:workspaceId', {
      access: { scope: 'workspace', action: 'workspace.delete' },
      status: 204,
      answer: ({ user, params }) => workspaceRemoval.remove(user.userId, params.workspaceId),
    }),
  ];
}
