import * as z from 'zod/mini';
import { commentSchema } from '../comments/comment.schema';
import { projectRoles } from '../permissions/roles';
import { checklistItemSchema, itemChangeSchema } from '../tasks/checklist.schema';
import { storedTaskSchema, taskPatchSchema } from '../tasks/task.schema';
import { taskStates } from '../tasks/task.values';
import { uuidSchema } from '../values/uuid';
import { columnSettingsSchema } from './column.schema';

const memberPatchSchema = z.object({
  userId: uuidSchema,
  /** The effective role in the project. */
  roleId: z.enum(projectRoles),
  firstName: z.string(),
  surname: z.string(),
});

const common = {
  id: uuidSchema,
  projectId: uuidSchema,
  v: z.number(),
  actorId: uuidSchema,
  mutationId: uuidSchema,
  /** The bulk mutation that it is part of. */
  bulkId: z.optional(uuidSchema),
  /** ISO 8601 in UTC. */
  at: z.string(),
};
const taskOp = <Type extends string, Patch extends z.core.$ZodType>(type: Type, patch: Patch) =>
  z.object({ ...common, type: z.literal(type), taskId: uuidSchema, patch });
const boardOp = <Type extends string, Patch extends z.core.$ZodType>(type: Type, patch: Patch) =>
  z.object({ ...common, type: z.literal(type), patch });

/** One committed change of a project's board (R1). Its old values (`before`) stay on the server. */
export const opSchema = z.discriminatedUnion('type', [
  taskOp('task.created', storedTaskSchema),
  taskOp('task.restored', storedTaskSchema),
  taskOp('task.patched', taskPatchSchema),
  taskOp('task.moved', z.object({ state: z.enum(taskStates), rank: z.string() })),
  taskOp('task.deleted', z.object({ movedTo: z.optional(uuidSchema) })),
  boardOp(
    'column.rebalanced',
    z.object({ state: z.enum(taskStates), ranks: z.record(uuidSchema, z.string()) }),
  ),
  boardOp('member.added', memberPatchSchema),
  boardOp(
    'member.roleChanged',
    /** A person who can no longer be assigned is removed from these tasks. */
    z.extend(memberPatchSchema, { unassigned: z.optional(z.array(uuidSchema)) }),
  ),
  boardOp('member.removed', z.object({ userId: uuidSchema, unassigned: z.array(uuidSchema) })),
  boardOp('project.patched', z.object({ name: z.string(), description: z.string() })),
  boardOp('project.deleted', z.object({})),
  taskOp('comment.added', z.object({ comment: commentSchema })),
  taskOp(
    'comment.edited',
    z.object({ commentId: uuidSchema, text: z.string(), mentions: z.array(uuidSchema) }),
  ),
  taskOp('comment.deleted', z.object({ commentId: uuidSchema })),
  taskOp('comment.restored', z.object({ comment: commentSchema })),
  /** A label is removed from these tasks, or replaced by another one. */
  boardOp(
    'label.removed',
    z.object({ labelId: uuidSchema, into: z.nullable(uuidSchema), tasks: z.array(uuidSchema) }),
  ),
  /** New items whole; of others their new ranks. */
  taskOp('checklist.added', z.object({ items: z.array(z.union([checklistItemSchema, itemChangeSchema])) })),
  taskOp('checklist.changed', z.object({ items: z.array(itemChangeSchema) })),
  taskOp('checklist.removed', z.object({ itemIds: z.array(uuidSchema) })),
  boardOp('column.changed', z.extend(z.partial(columnSettingsSchema), { state: z.enum(taskStates) })),
]);
export type Op = z.infer<typeof opSchema>;
/** `state` and `rank` are in a `task.patched` when PUT changed the state: the card moves to that column's end. */
export type { TaskPatch } from '../tasks/task.fields';
export type OpType = Op['type'];
export type OpOf<Type extends OpType> = Extract<Op, { type: Type }>;

/** Replaces an op that its recipient may not see, so that versions stay without holes. */
const noopSchema = z.object({ v: z.number(), type: z.literal('noop') });
type Noop = z.infer<typeof noopSchema>;

/** An op as sent to a recipient (SPEC.md#visibility). */
export const visibleOpSchema = z.union([opSchema, noopSchema]);
export type VisibleOp = Op | Noop;
