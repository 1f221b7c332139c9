import * as z from 'zod/mini';
import { projectRoles } from '../permissions/roles';
import { taskSchema } from '../tasks/task.schema';
import { taskStates } from '../tasks/task.values';
import { publicUserSchema } from '../users/user.schema';
import { uuidSchema } from '../values/uuid';
import { columnSettingsSchema } from './column.schema';
import { visibleOpSchema } from './op.schema';

/** A kanban column: `id` is the state's name, tasks in order. */
const columnSchema = z.object({
  id: z.enum(taskStates),
  state: z.enum(taskStates),
  tasks: z.array(taskSchema),
  /** In a project's board (SPEC.md#columns); absent from servers without settings. */
  ...z.partial(columnSettingsSchema).shape,
});

const boardMemberSchema = z.object({
  id: uuidSchema,
  firstName: z.string(),
  surname: z.string(),
  /** The effective role in the project. */
  roleId: z.enum(projectRoles),
});
export type BoardMember = z.infer<typeof boardMemberSchema>;

/** Answer of GET /kanban/project/{id}; its ETag is `"<epoch>:<v>"`. */
export const projectBoardSchema = z.object({
  projectId: uuidSchema,
  epoch: uuidSchema,
  v: z.number(),
  /** The caller's effective role. */
  role: z.enum(projectRoles),
  columns: z.array(columnSchema),
  members: z.array(boardMemberSchema),
});
export type ProjectBoard = z.infer<typeof projectBoardSchema>;

/** Answer of GET /kanban/personal. */
export const personalBoardSchema = z.object({
  columns: z.array(columnSchema),
  /** The people on the cards; absent from servers that do not send them. */
  people: z.optional(z.array(publicUserSchema)),
  cursors: z.record(uuidSchema, z.object({ epoch: uuidSchema, v: z.number() })),
  projects: z.array(
    z.object({ id: uuidSchema, name: z.string(), workspaceId: uuidSchema, role: z.enum(projectRoles) }),
  ),
});
export type PersonalBoard = z.infer<typeof personalBoardSchema>;

/** Ops `from`..`to` of one epoch without a hole; `from` = since + 1, empty when nothing is new. */
const opsPageSchema = z.object({
  epoch: uuidSchema,
  from: z.number(),
  to: z.number(),
  ops: z.array(visibleOpSchema),
});
export type OpsPage = z.infer<typeof opsPageSchema>;

/** Answer of GET /kanban/project/{id}/ops: a page, or a signal that the board must be read again. */
export const catchUpSchema = z.union([opsPageSchema, z.object({ reset: z.literal(true) })]);
export type CatchUp = z.infer<typeof catchUpSchema>;

/** A subscriber at most this many ops behind gets them; others read the board (SPEC.md#push). */
export const MAX_DELTA_OPS = 500;
