import { createProjectSchema, updateProjectSchema } from '@livelane/shared/projects/project.schema';
import { type RouteDefinition, route } from '../../http/route';
import type { ProjectRemoval } from './project.removal';
import type { ProjectService } from './project.service';

interface Services {
  projects: ProjectService;
  projectRemoval: ProjectRemoval;
}

/** Fixed paths come before those with an id. */
export function projectRoutes({ projects, projectRemoval }: Services): RouteDefinition[] {
  return [
    route('get', '/projects/filter', {
      access: 'session',
      answer: ({ user }) => projects.filter(user.userId),
    }),
    route('post', '/projects', {
      access: { scope: 'workspace', action: 'workspace.createProject' },
      body: createProjectSchema,
      status: 201,
      answer: ({ user, body }) => projects.create(user.userId, body),
    }),
    route('get', '/projects/:projectId', {
      access: { scope: 'project', action: 'project.read' },
      answer: ({ user, params }) => projects.get(user.userId, params.projectId),
    }),
    route('put', '/projects/:projectId', {
      access: { scope: 'project', action: 'project.edit' },
      body: updateProjectSchema,
      answer: ({ user, params, body }) => projects.update(user.userId, params.projectId, body),
    }),
    route('delete', '/projects/:projectId', {
      access: { scope: 'project', action: 'project.delete' },
      status: 204,
      answer: ({ user, params }) => projectRemoval.remove(user.userId, params.projectId),
    }),
  ];
}
