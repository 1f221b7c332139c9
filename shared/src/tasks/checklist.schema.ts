import * as z from 'zod/mini';
import { CHECKLIST_MAX, ITEM_TEXT_MAX } from '../http/limits';
import { requiredText } from '../values/text';
import { uuidSchema } from '../values/uuid';

const textSchema = requiredText({
  max: ITEM_TEXT_MAX,
  required: 'input_required_item_text',
  tooLong: 'input_max_item_text',
});
const isDoneSchema = z.boolean('invalid_value');

/** An item in ops and tasks. */
export const checklistItemSchema = z.object({
  id: uuidSchema,
  text: z.string(),
  isDone: z.boolean(),
  rank: z.string(),
});
export const itemChangeSchema = z.extend(z.partial(checklistItemSchema), { id: uuidSchema });

/** Items in their order; ids are minted by the client, or by the server when absent. */
export const newItemsSchema = z
  .array(z.object({ id: z.optional(uuidSchema), text: textSchema, isDone: z.optional(isDoneSchema) }))
  .check(
    z.maxLength(CHECKLIST_MAX, 'input_max_checklist_items'),
    z.refine((items) => {
      const ids = items.flatMap(({ id }) => id ?? []);
      return new Set(ids).size === ids.length;
    }, 'input_same_item_twice'),
  );

const placeShape = {
  /** Null: the top. The first of the two that still exists counts, else the end. */
  afterId: z.optional(z.nullable(uuidSchema)),
  beforeId: z.optional(z.nullable(uuidSchema)),
};

/** Body of POST /tasks/{id}/checklist. */
export const addItemsSchema = z.object({
  items: newItemsSchema.check(z.minLength(1, 'input_required_item_text')),
  ...placeShape,
});
export type AddItemsInput = z.input<typeof addItemsSchema>;

/** Body of PUT /tasks/{id}/checklist/{itemId}; `baseText` is the text that its user saw (SPEC.md#checklists). */
export const updateItemSchema = z.object({
  text: z.optional(textSchema),
  isDone: z.optional(isDoneSchema),
  ...placeShape,
  // Composed like the stored text that it is compared with.
  baseText: z.optional(z.string('invalid_value').check(z.normalize('NFC'))),
});
export type UpdateItemInput = z.input<typeof updateItemSchema>;
