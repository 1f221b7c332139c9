import * as z from 'zod/mini';
import { ASSIGNEES_MAX, TASK_DESCRIPTION_MAX, TITLE_MAX } from '../http/limits';
import { optionalText, requiredText } from '../values/text';
import { uuidSchema, uuidWith } from '../values/uuid';
import {
  type TimeEstimate,
  taskPriorities,
  taskStates,
  taskVisibilities,
  timeEstimateIds,
} from './task.values';

const timeEstimateSchema = z.custom<TimeEstimate>(
  (value) => timeEstimateIds.includes((value as TimeEstimate | null)?.id as TimeEstimate['id']),
  'invalid_value',
);

/** What the log and the store hold of a task: everything but the derived position. */
export const storedTaskSchema = z.object({
  id: uuidSchema,
  title: z.string(),
  description: z.string(),
  projectId: uuidSchema,
  state: z.enum(taskStates),
  priority: z.nullable(z.enum(taskPriorities)),
  timeEstimate: z.nullable(timeEstimateSchema),
  /** Whole minutes. */
  timeSpent: z.number(),
  /** Calendar date YYYY-MM-DD, no zone. */
  dueDate: z.nullable(z.string()),
  assignees: z.array(uuidSchema),
  numOfComments: z.number(),
  visibility: z.enum(taskVisibilities),
  /** Order key in its column, compared byte by byte, ties broken by id (R5). */
  rank: z.string(),
  /** The project version of the latest op that changed this task. */
  rev: z.number(),
  createdBy: uuidSchema,
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type StoredTask = z.infer<typeof storedTaskSchema>;

/** A task as REST answers it; `columnPosition` is derived: 0..n-1 among the tasks that the caller can see. */
export const taskSchema = z.extend(storedTaskSchema, { columnPosition: z.number() });
export type Task = z.infer<typeof taskSchema>;

/** A task of GET /kanban/project/{id}/trash. */
export const trashedTaskSchema = z.extend(storedTaskSchema, {
  /** ISO 8601 in UTC. */
  deletedAt: z.string(),
  /** Null where that was not kept yet. */
  deletedBy: z.nullable(uuidSchema),
  /** May the caller restore it (SPEC.md#rights)? */
  canRestore: z.boolean(),
});
export type TrashedTask = z.infer<typeof trashedTaskSchema>;

const titleSchema = requiredText({
  max: TITLE_MAX,
  required: 'input_required_task_title',
  tooLong: 'input_max_task_title',
});
const taskDescriptionSchema = optionalText(TASK_DESCRIPTION_MAX, 'input_max_task_description');
const stateSchema = z.enum(taskStates, 'input_required_kanban_state');
const prioritySchema = z.nullable(z.enum(taskPriorities, 'input_required_task_priority'));
const timeEstimateIdSchema = z.nullable(z.literal([...timeEstimateIds], 'input_required_time_estimate'));
const dueDateSchema = z.nullable(z.iso.date('input_invalid_due_date'));
const assigneesSchema = z.array(uuidWith('input_required_user_id'), 'invalid_value').check(
  z.maxLength(ASSIGNEES_MAX, 'input_max_assignees'),
  z.overwrite((ids) => [...new Set(ids)]),
);
const timeSpentSchema = z.int('input_invalid_time_spent').check(z.minimum(0, 'input_invalid_time_spent'));
const versionSchema = z.int('input_invalid_version').check(z.minimum(0, 'input_invalid_version'));

/** Body of POST /tasks: absent fields get the defaults of SPEC.md#rest. */
export const createTaskSchema = z.object({
  /** Minted by the client, or by the server when absent. */
  id: z.optional(uuidSchema),
  title: titleSchema,
  projectId: uuidWith('input_required_project_id'),
  state: z.optional(stateSchema),
  priority: z.optional(prioritySchema),
  timeEstimateId: z.optional(timeEstimateIdSchema),
  timeSpent: z.optional(timeSpentSchema),
  dueDate: z.optional(dueDateSchema),
  description: z.optional(z.nullable(taskDescriptionSchema)),
  assignees: z.optional(assigneesSchema),
  visibility: z.optional(z.enum(taskVisibilities, 'invalid_value')),
});
export type CreateTaskInput = z.input<typeof createTaskSchema>;

/**
 * Body of PUT /tasks/{id}: only the fields given change; `baseRev` is the `rev` that the user saw, in the project
 * `baseProjectId` where the task was then; the task's present one when absent (SPEC.md#conflicts).
 */
export const updateTaskSchema = z.object({
  title: z.optional(titleSchema),
  projectId: z.optional(uuidWith('input_required_project_id')),
  state: z.optional(stateSchema),
  priority: z.optional(prioritySchema),
  timeEstimateId: z.optional(timeEstimateIdSchema),
  timeSpent: z.optional(timeSpentSchema),
  dueDate: z.optional(dueDateSchema),
  description: z.optional(taskDescriptionSchema),
  assignees: z.optional(assigneesSchema),
  visibility: z.optional(z.enum(taskVisibilities, 'invalid_value')),
  baseRev: z.optional(versionSchema),
  baseProjectId: z.optional(uuidSchema),
});
export type UpdateTaskInput = z.input<typeof updateTaskSchema>;

/** Body of POST /kanban/moveTask (SPEC.md#rest). */
export const moveTaskSchema = z.object({
  taskId: uuidWith('input_required_task_id'),
  /** Counts the caller's visible cards of the target column without the moved one; clamped to the end. */
  position: z.int('input_invalid_position').check(z.minimum(0, 'input_invalid_position')),
  state: stateSchema,
  /** Neighbours that the user saw; they win over `position` while they stand in that column. */
  afterId: z.optional(uuidSchema),
  beforeId: z.optional(uuidSchema),
  /** State that the user moved the card from: another one now is a 409 `stale_move`. */
  expectedState: z.optional(stateSchema),
});
export type MoveTaskInput = z.input<typeof moveTaskSchema>;

/** What the answers of task writes carry beside the task. */
export const mutationResultSchema = z.object({
  v: z.number(),
  mutationId: uuidSchema,
  /** True when the same mutation had been committed before (R7). */
  replayed: z.boolean(),
  /** Of a task that went to another project: the one that it left, and the version since when it is gone there. */
  left: z.optional(z.object({ projectId: uuidSchema, v: z.number() })),
});
export type MutationResult = z.infer<typeof mutationResultSchema>;

/** Answer of POST, PUT, DELETE and restore. */
export const taskWriteAnswerSchema = z.extend(taskSchema, mutationResultSchema.shape);
export type TaskWriteAnswer = z.infer<typeof taskWriteAnswerSchema>;

/** Answer of POST /kanban/moveTask. */
export const moveTaskAnswerSchema = z.extend(mutationResultSchema, { task: taskSchema });
export type MoveTaskAnswer = z.infer<typeof moveTaskAnswerSchema>;
