import type { Comment } from '@livelane/shared/comments/comment.schema';
import { textDrafts } from '#lib/textDrafts';

/** The draft of a task's next comment, or of an edited comment, by the task's id or the comment's. */
export const {
  load: loadCommentDraft,
  keep: keepCommentDraft,
  loadBase: loadCommentBase,
  keepBase: keepCommentBase,
  edits: commentEdits,
  dropEdit: dropCommentEdit,
} = textDrafts<Pick<Comment, 'taskId' | 'text' | 'rev' | 'projectId'>>('comment');
