import type { Comment } from '@livelane/shared/comments/comment.schema';
import { AppError } from '../../http/errors';
import type { Recall } from '../../oplog/commit.types';
import type { StoredOp, StoredOpOf } from '../../oplog/op.types';
import type { CommentStore } from './comment.store';

/** The comment that an op is about. */
export function commentOf(op: StoredOp): string | undefined {
  if (op.type === 'comment.added' || op.type === 'comment.restored') return op.patch.comment.id;
  return op.type === 'comment.edited' || op.type === 'comment.deleted' ? op.patch.commentId : undefined;
}

/** The part of an answer that is not in its op: the log keeps only this (R25). */
export const keptOfEdited = ({ text: _text, mentions: _mentions, ...kept }: Comment): object => kept;
export const keptOfDeleted = ({ text: _text, ...kept }: Comment): object => kept;

/**
 * Makes the first answer to a change of a comment again, for a repetition (R7); once it was dropped, the comment as it
 * is.
 * @param assertSees throws `not_found` for someone who no longer sees the task
 */
export function recallComment(
  store: CommentStore,
  assertSees: (userId: string, taskId: string) => Promise<unknown>,
): Recall<Comment> {
  return async (op, kept) => {
    switch (kept && op.type) {
      case 'comment.added':
      case 'comment.restored':
        return (op as StoredOpOf<'comment.added'>).patch.comment;
      case 'comment.edited': {
        const { text, mentions } = (op as StoredOpOf<'comment.edited'>).patch;
        return { ...kept, text, mentions } as Comment;
      }
      case 'comment.deleted':
        return { ...kept, ...(op.before as { text: string }) } as Comment;
      default: {
        const row = await store.find(commentOf(op) ?? '');
        if (!row) throw new AppError('not_found');
        await assertSees(op.actorId, row.comment.taskId);
        return row.comment;
      }
    }
  };
}
