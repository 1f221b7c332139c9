import { addItemsSchema, updateItemSchema } from '@livelane/shared/tasks/checklist.schema';
import { uuidSchema } from '@livelane/shared/values/uuid';
import * as z from 'zod/mini';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { ChecklistService } from './checklist.service';

const itemParams = z.object({ taskId: uuidSchema, itemId: uuidSchema });
const access = { scope: 'project', action: 'task.edit' } as const;

export function checklistRoutes(checklists: ChecklistService): RouteDefinition[] {
  return [
    route({
      method: 'post',
      path: '/tasks/:taskId/checklist',
      access,
      params: idParams('taskId'),
      body: addItemsSchema,
      handler: async ({ user, mutationId, params, body }) => ({
        status: 201,
        body: await checklists.add({ userId: user.userId, mutationId }, params.taskId, body),
      }),
    }),
    route({
      method: 'put',
      path: '/tasks/:taskId/checklist/:itemId',
      access,
      params: itemParams,
      body: updateItemSchema,
      handler: async ({ user, mutationId, params, body }) => ({
        status: 200,
        body: await checklists.update(
          { userId: user.userId, mutationId },
          params.taskId,
          params.itemId,
          body,
        ),
      }),
    }),
    route({
      method: 'delete',
      path: '/tasks/:taskId/checklist/:itemId',
      access,
      params: itemParams,
      handler: async ({ user, mutationId, params }) => ({
        status: 200,
        body: await checklists.remove({ userId: user.userId, mutationId }, params.taskId, params.itemId),
      }),
    }),
  ];
}
