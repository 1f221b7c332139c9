import * as z from 'zod/mini';
import type { MessageKey } from '../http/messages';
import { mutationResultSchema } from '../tasks/task.schema';
import { publicUserSchema } from '../users/user.schema';
import { allowedCharacters, notBlank } from '../values/text';
import { textLength } from '../values/text-length';
import { uuidSchema } from '../values/uuid';
import { COMMENT_TEXT_MAX, MENTIONS_MAX } from './comment.limits';
import { mentionedIds } from './mentions';

export const commentSchema = z.object({
  id: uuidSchema,
  taskId: uuidSchema,
  projectId: uuidSchema,
  authorId: uuidSchema,
  /** Markdown as typed. */
  text: z.string(),
  /** Mentioned people who could see the task when it was written. */
  mentions: z.array(uuidSchema),
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
  isEdited: z.boolean(),
  /** The project version of the latest op that changed this comment. */
  rev: z.number(),
});
export type Comment = z.infer<typeof commentSchema>;

const commentTextSchema = z.string('input_required_comment').check(
  notBlank('input_required_comment'),
  z.refine((text) => textLength(text) <= COMMENT_TEXT_MAX, {
    error: 'input_max_comment' satisfies MessageKey,
    abort: true,
  }),
  allowedCharacters,
  z.refine((text) => mentionedIds(text).length <= MENTIONS_MAX, 'input_max_mentions' satisfies MessageKey),
);

/** Body of POST /tasks/{id}/comments. */
export const addCommentSchema = z.object({
  /** Minted by the client, or by the server when absent. */
  id: z.optional(uuidSchema),
  text: commentTextSchema,
});
export type AddCommentInput = z.input<typeof addCommentSchema>;

/** Body of PUT /comments/{id}; `baseRev` is the `rev` that its user saw, in `baseProjectId` or the present project. */
export const editCommentSchema = z.object({
  text: commentTextSchema,
  baseRev: z.optional(z.int('input_invalid_version').check(z.minimum(0, 'input_invalid_version'))),
  baseProjectId: z.optional(uuidSchema),
});
export type EditCommentInput = z.input<typeof editCommentSchema>;

/** Answer of POST, PUT, DELETE and restore. */
export const commentWriteAnswerSchema = z.extend(commentSchema, mutationResultSchema.shape);
export type CommentWriteAnswer = z.infer<typeof commentWriteAnswerSchema>;

/** Answer of GET /tasks/{id}/comments, newest last. */
export const commentsPageSchema = z.object({
  comments: z.array(commentSchema),
  /** The `before` of the page with older ones; null when there are none. */
  next: z.nullable(z.string()),
  /** Ops after this version continue the page. */
  v: z.number(),
  /** All authors and mentioned, without deleted accounts. */
  people: z.array(publicUserSchema),
});
export type CommentsPage = z.infer<typeof commentsPageSchema>;
