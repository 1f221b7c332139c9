import * as z from 'zod/mini';
import { ASSIGNEES_MAX, WORKSPACE_LABELS_MAX, WORKSPACE_PROJECTS_MAX } from '../http/limits';
import { shortNameSchema } from '../labels/label.schema';
import { taskPriorities, timeEstimateIds } from '../tasks/task.values';
import { optionalText } from '../values/text';
import { uuidSchema } from '../values/uuid';
import { groupings } from './view.values';

const VIEW_TEXT_MAX = 255;
const dayOrNone = z.optional(z.nullable(z.iso.date('input_invalid_due_date')));
const ids = (max: number) =>
  z.optional(z.array(uuidSchema, 'invalid_value').check(z.maxLength(max, 'invalid_value')));

/** A board's filter; absent and empty parts match everything. */
const viewFilterSchema = z.object(
  {
    text: z.optional(optionalText(VIEW_TEXT_MAX, 'invalid_value')),
    priorities: z.optional(
      z
        .array(z.enum(taskPriorities, 'input_required_task_priority'), 'invalid_value')
        .check(z.maxLength(taskPriorities.length, 'invalid_value')),
    ),
    /** Minutes; 0 stands for tasks without an estimate. */
    timeEstimateIds: z.optional(
      z
        .array(z.literal(timeEstimateIds, 'input_required_time_estimate'), 'invalid_value')
        .check(z.maxLength(timeEstimateIds.length, 'invalid_value')),
    ),
    dueFrom: dayOrNone,
    dueTo: dayOrNone,
    assignees: ids(ASSIGNEES_MAX),
    labels: ids(WORKSPACE_LABELS_MAX),
    /** Those of a whole workspace, too. */
    projects: ids(WORKSPACE_PROJECTS_MAX),
  },
  'invalid_value',
);

/** A saved view of a board (SPEC.md#views): someone's own, or the project's. */
export const viewSchema = z.object({
  id: uuidSchema,
  /** Null: of the personal board. */
  projectId: z.nullable(uuidSchema),
  isShared: z.boolean(),
  name: z.string(),
  filter: viewFilterSchema,
  grouping: z.enum(groupings),
  createdBy: uuidSchema,
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type View = z.infer<typeof viewSchema>;

const groupingSchema = z.enum(groupings, 'invalid_value');
const isSharedSchema = z.boolean('invalid_value');

/** Body of POST /views; the id is minted by the client, or by the server when absent. */
export const createViewSchema = z.object({
  id: z.optional(uuidSchema),
  projectId: z._default(z.nullable(uuidSchema), null),
  isShared: z._default(isSharedSchema, false),
  name: shortNameSchema,
  filter: z._default(viewFilterSchema, {}),
  grouping: z._default(groupingSchema, 'none'),
});
export type CreateViewInput = z.input<typeof createViewSchema>;

/** Body of PUT /views/{id}; a filter replaces the whole previous one. */
export const updateViewSchema = z.object({
  isShared: z.optional(isSharedSchema),
  name: z.optional(shortNameSchema),
  filter: z.optional(viewFilterSchema),
  grouping: z.optional(groupingSchema),
});
export type UpdateViewInput = z.input<typeof updateViewSchema>;

/** Query of GET /views. */
export const viewsQuerySchema = z.object({ projectId: z.optional(uuidSchema) });
