import { createProjectSchema, updateProjectSchema } from '@livelane/shared/projects/project.schema';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { ProjectRemoval } from './project.removal';
import type { ProjectService } from './project.service';

interface Services {
  projects: ProjectService;
  projectRemoval: ProjectRemoval;
}

/** Fixed paths stand before those with an id. */
export function projectRoutes({ projects, projectRemoval }: Services): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/projects/filter',
      access: 'session',
      handler: async ({ user }) => ({ status: 200, body: await projects.filter(user.userId) }),
    }),
    route({
      method: 'post',
      path: '/projects',
      access: { scope: 'workspace', action: 'workspace.createProject' },
      body: createProjectSchema,
      handler: async ({ user, body }) => ({ status: 201, body: await projects.create(user.userId, body) }),
    }),
    route({
      method: 'get',
      path: '/projects/:projectId',
      access: { scope: 'project', action: 'project.read' },
      params: idParams('projectId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await projects.get(user.userId, params.projectId),
      }),
    }),
    route({
      method: 'put',
      path: '/projects/:projectId',
      access: { scope: 'project', action: 'project.edit' },
      params: idParams('projectId'),
      body: updateProjectSchema,
      handler: async ({ user, params, body }) => ({
        status: 200,
        body: await projects.update(user.userId, params.projectId, body),
      }),
    }),
    route({
      method: 'delete',
      path: '/projects/:projectId',
      access: { scope: 'project', action: 'project.delete' },
      params: idParams('projectId'),
      handler: async ({ user, params }) => {
        await projectRemoval.remove(user.userId, params.projectId);
        return { status: 204 };
      },
    }),
  ];
}
