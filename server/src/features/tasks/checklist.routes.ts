import { addItemsSchema, updateItemSchema } from '@livelane/shared/tasks/checklist.schema';
import { type RouteDefinition, route } from '../../http/route';
import type { ChecklistService } from './checklist.service';

const access = { scope: 'project', action: 'task.edit' } as const;

export function checklistRoutes(checklists: ChecklistService): RouteDefinition[] {
  return [
    route('post', '/tasks/:taskId/checklist', {
      access,
      body: addItemsSchema,
      status: 201,
      answer: ({ user, mutationId, params, body }) =>
        checklists.add({ userId: user.userId, mutationId }, params.taskId, body),
    }),
    route('put', '/tasks/:taskId/checklist/:itemId', {
      access,
      body: updateItemSchema,
      answer: ({ user, mutationId, params, body }) =>
        checklists.update({ userId: user.userId, mutationId }, params.taskId, params.itemId, body),
    }),
    route('delete', '/tasks/:taskId/checklist/:itemId', {
      access,
      answer: ({ user, mutationId, params }) =>
        checklists.remove({ userId: user.userId, mutationId }, params.taskId, params.itemId),
    }),
  ];
}
