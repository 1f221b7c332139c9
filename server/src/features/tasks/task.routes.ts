import { bulkSchema } from '@livelane/shared/tasks/bulk.schema';
import { createTaskSchema, moveTaskSchema, updateTaskSchema } from '@livelane/shared/tasks/task.schema';
import { type RouteDefinition, route } from '../../http/route';
import type { BulkService } from './bulk.service';
import type { TaskService } from './task.service';

export function taskRoutes(tasks: TaskService, bulk: BulkService): RouteDefinition[] {
  return [
    route('post', '/tasks', {
      access: { scope: 'project', action: 'task.create' },
      body: createTaskSchema,
      begin: ({ userId, body: { projectId } }) => tasks.early(userId, { projectId }),
      status: 201,
      answer: ({ user, mutationId, body, early }) =>
        tasks.create({ userId: user.userId, mutationId, early }, body),
    }),
    route('get', '/tasks/:taskId', {
      access: { scope: 'project', action: 'task.read' },
      answer: ({ user, params }) => tasks.get(user.userId, params.taskId),
    }),
    route('put', '/tasks/:taskId', {
      access: { scope: 'project', action: 'task.edit' },
      body: updateTaskSchema,
      begin: ({ userId, params }) => tasks.early(userId, params),
      answer: ({ user, mutationId, params, body, early }) =>
        tasks.update({ userId: user.userId, mutationId, early }, params.taskId, body),
    }),
    route('delete', '/tasks/:taskId', {
      access: { scope: 'project', action: 'task.delete' },
      begin: ({ userId, params }) => tasks.early(userId, params),
      answer: ({ user, mutationId, params, early }) =>
        tasks.remove({ userId: user.userId, mutationId, early }, params.taskId),
    }),
    route('post', '/tasks/:taskId/restore', {
      // The right for others' deletions; the service knows who deleted the task.
      access: { scope: 'project', action: 'task.restore' },
      answer: ({ user, mutationId, params }) =>
        tasks.restore({ userId: user.userId, mutationId }, params.taskId),
    }),
    route('get', '/kanban/project/:projectId/trash', {
      access: { scope: 'project', action: 'task.restoreOwn' },
      isLarge: true,
      answer: ({ user, params }) => tasks.trash(user.userId, params.projectId),
    }),
    route('post', '/kanban/bulk', {
      access: { scope: 'project', action: 'task.edit' },
      body: bulkSchema,
      answer: ({ user, mutationId, body }) => bulk.change({ userId: user.userId, mutationId }, body),
    }),
    route('post', '/kanban/moveTask', {
      access: { scope: 'project', action: 'task.move' },
      body: moveTaskSchema,
      begin: ({ userId, body: { taskId } }) => tasks.early(userId, { taskId }),
      answer: ({ user, mutationId, body, early }) =>
        tasks.move({ userId: user.userId, mutationId, early }, body),
    }),
  ];
}
