import { addCommentSchema, editCommentSchema } from '@livelane/shared/comments/comment.schema';
import { limitText } from '@livelane/shared/history/history.schema';
import * as z from 'zod/mini';
import { type RouteDefinition, route } from '../../http/route';
import type { CommentService } from './comment.service';

export function commentRoutes(comments: CommentService): RouteDefinition[] {
  return [
    route('get', '/tasks/:taskId/comments', {
      access: { scope: 'project', action: 'comment.read' },
      isLarge: true,
      query: z.object({ before: z.optional(z.string('invalid_value')), limit: z.optional(limitText) }),
      answer: ({ user, params, query }) => comments.list(user.userId, params.taskId, query),
    }),
    route('post', '/tasks/:taskId/comments', {
      access: { scope: 'project', action: 'comment.write' },
      body: addCommentSchema,
      begin: ({ userId, params }) => comments.early(userId, params.taskId),
      status: 201,
      answer: ({ user, mutationId, params, body, early }) =>
        comments.add({ userId: user.userId, mutationId, early }, params.taskId, body),
    }),
    route('put', '/comments/:commentId', {
      access: { scope: 'project', action: 'comment.write' },
      body: editCommentSchema,
      answer: ({ user, mutationId, params, body }) =>
        comments.edit({ userId: user.userId, mutationId }, params.commentId, body),
    }),
    route('delete', '/comments/:commentId', {
      access: { scope: 'project', action: 'comment.write' },
      answer: ({ user, mutationId, params }) =>
        comments.remove({ userId: user.userId, mutationId }, params.commentId),
    }),
    route('post', '/comments/:commentId/restore', {
      access: { scope: 'project', action: 'comment.write' },
      answer: ({ user, mutationId, params }) =>
        comments.restore({ userId: user.userId, mutationId }, params.commentId),
    }),
  ];
}
