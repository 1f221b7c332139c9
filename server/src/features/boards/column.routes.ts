import { updateColumnSchema } from '@livelane/shared/boards/column.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { uuidSchema } from '@livelane/shared/values/uuid';
import * as z from 'zod/mini';
import { type RouteDefinition, route } from '../../http/route';
import type { ColumnService } from './column.service';

const columnParams = z.object({
  projectId: uuidSchema,
  state: z.enum(taskStates, 'input_required_kanban_state'),
});

export function columnRoutes(columns: ColumnService): RouteDefinition[] {
  return [
    route('put', '/projects/:projectId/columns/:state', {
      access: { scope: 'project', action: 'column.edit' },
      params: columnParams,
      body: updateColumnSchema,
      answer: ({ user, mutationId, params, body }) =>
        columns.update({ userId: user.userId, mutationId }, params.projectId, params.state, body),
    }),
  ];
}
