import * as z from 'zod/mini';
import { taskStates } from '../tasks/task.values';
import { type ErrorCode, errorCodes } from './error.codes';

/** Details of a 409 `edit_conflict` about a text that someone else changed (SPEC.md#conflicts). */
const editConflictSchema = z.object({
  field: z.enum(['description', 'text']),
  base: z.string(),
  theirs: z.string(),
  mine: z.string(),
  /** The `rev` of the task or comment now, and its project: send them as the base once the user has decided. */
  rev: z.number(),
  projectId: z.optional(z.string()),
  /** The author of `theirs`; absent if no longer known. */
  actorId: z.optional(z.string()),
});
export type EditConflict = z.infer<typeof editConflictSchema>;

/** Details of a 409 `stale_move` about the earlier move (SPEC.md#conflicts). */
const moveConflictSchema = z.object({
  /** The card's present column. */
  state: z.enum(taskStates),
  /** Who moved it there, and when: ISO 8601 in UTC. */
  actorId: z.string(),
  at: z.string(),
  /** The version of the project that contains it: a board at this version shows the card in its present place (R16). */
  v: z.number(),
  /** That project: the card may have left the project of the refused move. */
  projectId: z.optional(z.string()),
});
export type MoveConflict = z.infer<typeof moveConflictSchema>;

/** Details of a 409 `label_exists`. */
const labelConflictSchema = z.object({ labelId: z.string() });

/** Details of a 409 `wip_limit` about the full column (SPEC.md#columns). */
const limitConflictSchema = z.object({
  state: z.enum(taskStates),
  max: z.number(),
  /** Its PUBLIC cards. */
  count: z.number(),
});

/** Details of a 409 `last_owner`: workspaces that would lose their last owner with the account. */
const ownerConflictSchema = z.object({
  lastOwnerOf: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** The one body of every error answer (SPEC.md#rest). */
export const errorBodySchema = z.object({
  /** Text for users: several joined by ". " without duplicates. */
  message: z.string(),
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  conflict: z.optional(
    z.union([
      editConflictSchema,
      moveConflictSchema,
      limitConflictSchema,
      labelConflictSchema,
      ownerConflictSchema,
    ]),
  ),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
