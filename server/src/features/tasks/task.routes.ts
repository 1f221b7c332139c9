import { bulkSchema } from '@livelane/shared/tasks/bulk.schema';
import { createTaskSchema, moveTaskSchema, updateTaskSchema } from '@livelane/shared/tasks/task.schema';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { BulkService } from './bulk.service';
import type { TaskService } from './task.service';

export function taskRoutes(tasks: TaskService, bulk: BulkService): RouteDefinition[] {
  return [
    route({
      method: 'post',
      path: '/tasks',
      access: { scope: 'project', action: 'task.create' },
      body: createTaskSchema,
      begin: ({ userId, body: { projectId } }) => tasks.early(userId, { projectId }),
      handler: async ({ user, mutationId, body, early }) => ({
        status: 201,
        body: await tasks.create({ userId: user.userId, mutationId, early }, body),
      }),
    }),
    route({
      method: 'get',
      path: '/tasks/:taskId',
      access: { scope: 'project', action: 'task.read' },
      params: idParams('taskId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await tasks.get(user.userId, params.taskId),
      }),
    }),
    route({
      method: 'put',
      path: '/tasks/:taskId',
      access: { scope: 'project', action: 'task.edit' },
      params: idParams('taskId'),
      body: updateTaskSchema,
      begin: ({ userId, params }) => tasks.early(userId, params),
      handler: async ({ user, mutationId, params, body, early }) => ({
        status: 200,
        body: await tasks.update({ userId: user.userId, mutationId, early }, params.taskId, body),
      }),
    }),
    route({
      method: 'delete',
      path: '/tasks/:taskId',
      access: { scope: 'project', action: 'task.delete' },
      params: idParams('taskId'),
      begin: ({ userId, params }) => tasks.early(userId, params),
      handler: async ({ user, mutationId, params, early }) => ({
        status: 200,
        body: await tasks.remove({ userId: user.userId, mutationId, early }, params.taskId),
      }),
    }),
    route({
      method: 'post',
      path: '/tasks/:taskId/restore',
      // Of what others deleted; the service knows who deleted it.
      access: { scope: 'project', action: 'task.restore' },
      params: idParams('taskId'),
      handler: async ({ user, mutationId, params }) => ({
        status: 200,
        body: await tasks.restore({ userId: user.userId, mutationId }, params.taskId),
      }),
    }),
    route({
      method: 'get',
      path: '/kanban/project/:projectId/trash',
      access: { scope: 'project', action: 'task.restoreOwn' },
      params: idParams('projectId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await tasks.trash(user.userId, params.projectId),
      }),
    }),
    route({
      method: 'post',
      path: '/kanban/bulk',
      access: { scope: 'project', action: 'task.edit' },
      body: bulkSchema,
      handler: async ({ user, mutationId, body }) => ({
        status: 200,
        body: await bulk.change({ userId: user.userId, mutationId }, body),
      }),
    }),
    route({
      method: 'post',
      path: '/kanban/moveTask',
      access: { scope: 'project', action: 'task.move' },
      body: moveTaskSchema,
      begin: ({ userId, body: { taskId } }) => tasks.early(userId, { taskId }),
      handler: async ({ user, mutationId, body, early }) => ({
        status: 200,
        body: await tasks.move({ userId: user.userId, mutationId, early }, body),
      }),
    }),
  ];
}
