import * as z from 'zod/mini';
import { projectBoardSchema } from '../boards/board.schema';
import type { OpType } from '../boards/op.schema';
import { isOpType, opTypes } from '../boards/op.types';
import { PAGE_MAX } from '../http/limits';
import type { MessageKey } from '../http/messages';
import { taskStates } from '../tasks/task.values';
import { publicUserSchema } from '../users/user.schema';
import { uuidSchema } from '../values/uuid';

/** Items of an activity page. */
export const ACTIVITY_LIMIT = 50;

/** A whole number from 0 in a query, as far as numbers are exact: "3", not "3.5", "-1" or "". */
export const versionText = z.pipe(
  z.string('input_invalid_version').check(z.regex(/^\d{1,16}$/, 'input_invalid_version')),
  z.pipe(z.transform(Number), z.int('input_invalid_version' satisfies MessageKey)),
);

/** The number of items on a page: 1 to `PAGE_MAX`. */
export const limitText = z.pipe(
  z.string('input_invalid_limit').check(z.regex(/^\d{1,3}$/, 'input_invalid_limit')),
  z.pipe(
    z.transform(Number),
    z
      .number()
      .check(
        z.minimum(1, 'input_invalid_limit' satisfies MessageKey),
        z.maximum(PAGE_MAX, 'input_invalid_limit' satisfies MessageKey),
      ),
  ),
);

const typesText = z.pipe(
  z.string('invalid_value').check(z.refine((text) => text.split(',').every(isOpType), 'invalid_value')),
  z.transform((text) => text.split(',') as OpType[]),
);

/** Query of GET /kanban/project/{id}/activity: `before` and `after` are versions, both exclusive. */
export const activityQuerySchema = z.object({
  before: z.optional(versionText),
  after: z.optional(versionText),
  taskId: z.optional(uuidSchema),
  actorId: z.optional(uuidSchema),
  /** Op types, joined by commas. */
  type: z.optional(typesText),
  limit: z.optional(limitText),
});

/** A moment in UTC, written with `Z` or a zero offset. */
const utcText = z.iso
  .datetime({ offset: true, error: 'input_invalid_time' })
  .check(z.regex(/(Z|[+-]00:00)$/, 'input_invalid_time' satisfies MessageKey));

/** Query of GET /kanban/project/{id}/at: exactly one of the two. */
export const pastBoardQuerySchema = z
  .object({
    v: z.optional(versionText),
    time: z.optional(utcText),
  })
  .check(z.refine(({ v, time }) => (v === undefined) !== (time === undefined), 'input_version_or_time'));

/** Answer of GET /kanban/project/{id}/timeline: the times of versions spread evenly over a board's history. */
export const timelineSchema = z.object({
  /** In order, including the first and the last version that can be shown; all versions of a short history. */
  points: z.array(z.object({ v: z.number(), at: z.string() })),
  oldestV: z.number(),
});
export type Timeline = z.infer<typeof timelineSchema>;

/** Body of PUT /kanban/project/{id}/seen. */
export const markSeenSchema = z.object({
  v: z.int('input_invalid_version').check(z.minimum(0, 'input_invalid_version')),
});

/** One field that an op changed; values as in a task, null for none. */
const activityChangeSchema = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });
export type ActivityChange = z.infer<typeof activityChangeSchema>;

const activityItemSchema = z.object({
  v: z.number(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  actorId: uuidSchema,
  type: z.enum(opTypes as [OpType, ...OpType[]]),
  taskId: z.optional(uuidSchema),
  /** The task's present title, or its last; null when it was erased. */
  title: z.optional(z.nullable(z.string())),
  commentId: z.optional(uuidSchema),
  /** The column of the op. */
  state: z.optional(z.enum(taskStates)),
  /** The person of a member op. */
  userId: z.optional(uuidSchema),
  /** The tasks that lost this member as an assignee. */
  unassigned: z.optional(z.array(uuidSchema)),
  changes: z.array(activityChangeSchema),
});
export type ActivityItem = z.infer<typeof activityItemSchema>;

/** Answer of GET /kanban/project/{id}/activity, newest first. */
export const activitySchema = z.object({
  items: z.array(activityItemSchema),
  /** The `before` of the next page; null when nothing visible is left. */
  next: z.nullable(z.number()),
  /** All people in the items, without deleted accounts. */
  people: z.array(publicUserSchema),
  /** Ops before this version are no longer kept. */
  oldestV: z.number(),
});
export type Activity = z.infer<typeof activitySchema>;

/** Answer of GET /kanban/project/{id}/at: a past board, with the present `role`. */
export const pastBoardSchema = z.extend(projectBoardSchema, {
  /** The time of that version; null for version 0. */
  at: z.nullable(z.string()),
});
export type PastBoard = z.infer<typeof pastBoardSchema>;
