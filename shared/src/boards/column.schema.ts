import * as z from 'zod/mini';
import { POLICY_MAX, WIP_LIMIT_MAX } from '../http/limits';
import { shortNameSchema } from '../labels/label.schema';
import { mutationResultSchema } from '../tasks/task.schema';
import { taskStates } from '../tasks/task.values';
import { optionalText } from '../values/text';

const maxSchema = z
  .int('input_invalid_wip_limit')
  .check(z.minimum(1, 'input_invalid_wip_limit'), z.maximum(WIP_LIMIT_MAX, 'input_invalid_wip_limit'));

/** Body of PUT /projects/{id}/columns/{STATE}: changes the given fields (SPEC.md#columns). */
export const updateColumnSchema = z.object({
  name: z.optional(z.nullable(shortNameSchema)),
  isHidden: z.optional(z.boolean('invalid_value')),
  wipLimit: z.optional(z.nullable(z.object({ max: maxSchema, isHard: z.boolean('invalid_value') }))),
  policy: z.optional(optionalText(POLICY_MAX, 'input_max_policy')),
});
export type UpdateColumnInput = z.input<typeof updateColumnSchema>;

/** Settings in boards and ops. */
export const columnSettingsSchema = z.object({
  name: z.nullable(z.string()),
  isHidden: z.boolean(),
  wipLimit: z.nullable(z.object({ max: z.number(), isHard: z.boolean() })),
  policy: z.string(),
});

/** Answer of PUT /projects/{id}/columns/{STATE}. */
export const columnAnswerSchema = z.extend(z.omit(mutationResultSchema, { left: true }), {
  ...columnSettingsSchema.shape,
  state: z.enum(taskStates),
});
export type ColumnAnswer = z.infer<typeof columnAnswerSchema>;
