import type { CommentsPage } from '@livelane/shared/comments/comment.schema';
import { api } from '#lib/api';

/** GET /tasks/{taskId}/comments: the latest ones, or those before a page. @throws ApiError, NetworkError */
export function readComments(taskId: string, before?: string): Promise<CommentsPage> {
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
  return api.get(`/tasks/${taskId}/comments${query}`);
}
