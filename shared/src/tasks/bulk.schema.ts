import * as z from 'zod/mini';
import { BULK_MAX } from '../http/limits';
import { uuidSchema, uuidWith } from '../values/uuid';
import { bulkEditSchema, moveTaskSchema } from './task.schema';

const { position, ...place } = moveTaskSchema.shape;
const kinds = ['move', 'edit', 'delete', 'restore'] as const;

/** Where a restored card comes in its column: as in a move; without a position and neighbours to the end. */
const placeSchema = z.object({
  position: z.optional(position),
  afterId: place.afterId,
  beforeId: place.beforeId,
});
export type Place = z.output<typeof placeSchema>;

const changeSchema = z
  .object({
    taskId: uuidWith('input_required_task_id'),
    /** Without a position and neighbours: to the end. */
    move: z.optional(z.omit(z.object({ ...place, position: z.optional(position) }), { taskId: true })),
    edit: z.optional(bulkEditSchema),
    delete: z.optional(z.literal(true, 'invalid_value')),
    restore: z.optional(z.literal(true, 'invalid_value')),
    place: z.optional(placeSchema),
  })
  .check(
    z.refine(
      (change) =>
        kinds.filter((kind) => change[kind] !== undefined).length === 1 &&
        (change.restore === true || change.place === undefined),
      'input_invalid_bulk',
    ),
  );

/** Body of POST /kanban/bulk: one change per card, each card once (SPEC.md#bulk). */
export const bulkSchema = z.object({
  projectId: uuidWith('input_required_project_id'),
  changes: z.array(changeSchema, 'input_invalid_bulk').check(
    z.minLength(1, 'input_invalid_bulk'),
    z.maxLength(BULK_MAX, 'input_invalid_bulk'),
    z.refine(
      (changes) => new Set(changes.map(({ taskId }) => taskId)).size === changes.length,
      'input_invalid_bulk',
    ),
  ),
});
export type BulkInput = z.input<typeof bulkSchema>;

/** The result of one card: the status and body of its single call's answer. */
const bulkResultSchema = z.object({
  taskId: uuidSchema,
  status: z.number(),
  /** The version of its op; absent if nothing changed. */
  v: z.optional(z.number()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  conflict: z.optional(z.unknown()),
});
export type BulkResult = z.infer<typeof bulkResultSchema>;

/** Answer of POST /kanban/bulk, in the order of the changes. */
export const bulkAnswerSchema = z.object({
  results: z.array(bulkResultSchema),
  /** The last op's version, else the head's. */
  v: z.number(),
  mutationId: uuidSchema,
  replayed: z.boolean(),
});
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>;
