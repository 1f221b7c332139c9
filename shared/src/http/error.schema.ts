import * as z from 'zod/mini';
import { taskStates } from '../tasks/task.values';
import { type ErrorCode, errorCodes } from './error.codes';

/** What a 409 `edit_conflict` says of a text that someone else changed (SPEC.md#conflicts). */
export const editConflictSchema = z.object({
  field: z.enum(['description', 'text']),
  base: z.string(),
  theirs: z.string(),
  mine: z.string(),
  /** The `rev` of the task or comment now, and the project that it is of: send them as the base once the user has decided. */
  rev: z.number(),
  projectId: z.optional(z.string()),
  /** Who wrote `theirs`; absent where that is no longer known. */
  actorId: z.optional(z.string()),
});
export type EditConflict = z.infer<typeof editConflictSchema>;

/** What a 409 `stale_move` says of the move that came first (SPEC.md#conflicts). */
export const moveConflictSchema = z.object({
  /** Where the card is now. */
  state: z.enum(taskStates),
  /** Who moved it there, and when: ISO 8601 in UTC. */
  actorId: z.string(),
  at: z.string(),
  /** The version of the project that contains it: a board at this version shows the card where it is (R16). */
  v: z.number(),
  /** That project: the card may have left the one that the move was made in. */
  projectId: z.optional(z.string()),
});
export type MoveConflict = z.infer<typeof moveConflictSchema>;

/** What a 409 `label_exists` says. */
export const labelConflictSchema = z.object({ labelId: z.string() });

/** What a 409 `wip_limit` says of the column that is full (SPEC.md#columns). */
export const limitConflictSchema = z.object({
  state: z.enum(taskStates),
  max: z.number(),
  /** Its PUBLIC cards. */
  count: z.number(),
});
export type LimitConflict = z.infer<typeof limitConflictSchema>;

/** What a 409 `last_owner` says of the workspaces that someone would leave without an owner by closing their account. */
export const ownerConflictSchema = z.object({
  lastOwnerOf: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** The one body of every error answer (SPEC.md#rest). */
export const errorBodySchema = z.object({
  /** Text for people: several joined by ". " without duplicates. */
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
