import * as z from 'zod/mini';
import { taskPriorities, taskStates } from '../tasks/task.values';
import { requiredText } from '../values/text';
import { uuidSchema } from '../values/uuid';
import { SEARCH_TEXT_MAX, searchFields } from './search.limits';

/** Default and highest number of tasks on a page. */
export const SEARCH_LIMIT = 20;
const SEARCH_LIMIT_MAX = 50;
/** Longest excerpt of a matching text, except titles. */
export const EXCERPT_MAX = 200;

/** Values that are joined by commas: any of them. */
const anyOf = <Value extends string>(value: z.ZodMiniType<Value, string>) =>
  z.pipe(
    z.pipe(
      z.string('invalid_value'),
      z.transform((text) => text.split(',')),
    ),
    z.array(value),
  );
const anyId = anyOf(uuidSchema);
const dateText = z.iso.date('input_invalid_due_date');

const limitText = z.pipe(
  z.string('invalid_value').check(z.regex(/^\d{1,2}$/, 'invalid_value')),
  z.pipe(
    z.transform(Number),
    z.number().check(z.minimum(1, 'invalid_value'), z.maximum(SEARCH_LIMIT_MAX, 'invalid_value')),
  ),
);

/** Query of GET /search. */
export const searchQuerySchema = z.object({
  q: requiredText({
    max: SEARCH_TEXT_MAX,
    required: 'invalid_value',
    tooLong: 'invalid_value',
  }),
  in: z.optional(anyOf(z.enum(searchFields, 'invalid_value'))),
  projectId: z.optional(anyId),
  workspaceId: z.optional(anyId),
  state: z.optional(anyOf(z.enum(taskStates, 'input_required_kanban_state'))),
  priority: z.optional(anyOf(z.enum(taskPriorities, 'input_required_task_priority'))),
  assignee: z.optional(anyId),
  label: z.optional(anyId),
  /** Both inclusive; tasks without a due date have none of them. */
  dueFrom: z.optional(dateText),
  dueTo: z.optional(dateText),
  /** `next` of the page before. */
  before: z.optional(z.string('invalid_value')),
  limit: z.optional(limitText),
});
export type SearchQuery = z.output<typeof searchQuerySchema>;

/** A text of a task in which words were found. */
const searchMatchSchema = z.object({
  field: z.enum([...searchFields, 'id']),
  itemId: z.optional(uuidSchema),
  commentId: z.optional(uuidSchema),
  /** As typed: a whole title, or an excerpt of others. */
  text: z.string(),
  /** From and to of each match, in UTF-16 units, `to` exclusive; in order, without overlaps. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
});
export type SearchMatch = z.infer<typeof searchMatchSchema>;

const searchItemSchema = z.object({
  taskId: uuidSchema,
  projectId: uuidSchema,
  projectName: z.string(),
  workspaceId: uuidSchema,
  title: z.string(),
  state: z.enum(taskStates),
  priority: z.nullable(z.enum(taskPriorities)),
  dueDate: z.nullable(z.string()),
  assignees: z.array(uuidSchema),
  labels: z.array(uuidSchema),
  /** ISO 8601 in UTC. */
  updatedAt: z.string(),
  matches: z.array(searchMatchSchema),
});
export type SearchItem = z.infer<typeof searchItemSchema>;

/** Answer of GET /search, best first. */
export const searchAnswerSchema = z.object({
  items: z.array(searchItemSchema),
  /** The `before` of the next page; null at the end. */
  next: z.nullable(z.string()),
});
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
