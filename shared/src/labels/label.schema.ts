import * as z from 'zod/mini';
import { SHORT_NAME_MAX } from '../http/limits';
import { requiredText } from '../values/text';
import { uuidSchema, uuidWith } from '../values/uuid';
import { labelColours } from './label.values';

/** A label of a workspace (SPEC.md#labels). */
export const labelSchema = z.object({
  id: uuidSchema,
  workspaceId: uuidSchema,
  /** Unique in its workspace, ignoring case. */
  name: z.string(),
  colour: z.enum(labelColours),
  createdBy: uuidSchema,
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Label = z.infer<typeof labelSchema>;

export const shortNameSchema = requiredText({
  max: SHORT_NAME_MAX,
  required: 'input_required_name',
  tooLong: 'input_max_short_name',
});
const colourSchema = z.enum(labelColours, 'invalid_value');

/** Body of POST /workspaces/{id}/labels; the id is minted by the client, or by the server when absent. */
export const createLabelSchema = z.object({
  id: z.optional(uuidSchema),
  name: shortNameSchema,
  colour: colourSchema,
});
export type CreateLabelInput = z.input<typeof createLabelSchema>;

/** Body of PUT /workspaces/{id}/labels/{labelId}. */
export const updateLabelSchema = z.object({
  name: z.optional(shortNameSchema),
  colour: z.optional(colourSchema),
});
export type UpdateLabelInput = z.input<typeof updateLabelSchema>;

/** Body of POST /workspaces/{id}/labels/{labelId}/merge: the label that replaces it. */
export const mergeLabelSchema = z.object({ into: uuidWith('input_required_label_id') });
