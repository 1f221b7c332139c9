import { addCommentSchema, editCommentSchema } from '@livelane/shared/comments/comment.schema';
import { limitText } from '@livelane/shared/history/history.schema';
import * as z from 'zod/mini';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { CommentService } from './comment.service';

export function commentRoutes(comments: CommentService): RouteDefinition[] {
  return [
    route({
      method: 'get',
      path: '/tasks/:taskId/comments',
      access: { scope: 'project', action: 'comment.read' },
      params: idParams('taskId'),
      query: z.object({ before: z.optional(z.string('invalid_value')), limit: z.optional(limitText) }),
      handler: async ({ user, params, query }) => ({
        status: 200,
        body: await comments.list(user.userId, params.taskId, query),
      }),
    }),
    route({
      method: 'post',
      path: '/tasks/:taskId/comments',
      access: { scope: 'project', action: 'comment.write' },
      params: idParams('taskId'),
      body: addCommentSchema,
      begin: ({ userId, params }) => comments.early(userId, params.taskId),
      handler: async ({ user, mutationId, params, body, early }) => ({
        status: 201,
        body: await comments.add({ userId: user.userId, mutationId, early }, params.taskId, body),
      }),
    }),
    route({
      method: 'put',
      path: '/comments/:commentId',
      access: { scope: 'project', action: 'comment.write' },
      params: idParams('commentId'),
      body: editCommentSchema,
      handler: async ({ user, mutationId, params, body }) => ({
        status: 200,
        body: await comments.edit({ userId: user.userId, mutationId }, params.commentId, body),
      }),
    }),
    route({
      method: 'delete',
      path: '/comments/:commentId',
      access: { scope: 'project', action: 'comment.write' },
      params: idParams('commentId'),
      handler: async ({ user, mutationId, params }) => ({
        status: 200,
        body: await comments.remove({ userId: user.userId, mutationId }, params.commentId),
      }),
    }),
    route({
      method: 'post',
      path: '/comments/:commentId/restore',
      access: { scope: 'project', action: 'comment.write' },
      params: idParams('commentId'),
      handler: async ({ user, mutationId, params }) => ({
        status: 200,
        body: await comments.restore({ userId: user.userId, mutationId }, params.commentId),
      }),
    }),
  ];
}
