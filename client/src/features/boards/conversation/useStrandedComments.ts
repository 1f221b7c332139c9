import type { Comment } from '@livelane/shared/comments/comment.schema';
import { useEffect, useRef } from 'react';
import { commentEdits, dropCommentEdit } from '#features/comments/comment.draft';
import { useStrandedEdits } from '../task/useStrandedEdits';

const drafts = { edits: commentEdits, dropEdit: dropCommentEdit };

/**
 * What was typed into comments of this user that someone has deleted meanwhile.
 * @param isWhole there are no older comments than these
 */
export function useStrandedComments(taskId: string, comments: readonly Comment[], isWhole: boolean) {
  /** When the comments were written that have been here. */
  const seen = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { id, createdAt } of comments) seen.current.set(id, createdAt);
  }, [comments]);
  const oldest = comments[0]?.createdAt;
  const isHere = (commentId: string) => comments.some(({ id }) => id === commentId);
  /** Older ones may just not have been read again. */
  const isDeleted = (id: string) => {
    const at = seen.current.get(id);
    return isWhole || (oldest !== undefined && at !== undefined && at > oldest);
  };
  return useStrandedEdits(drafts, taskId, (id) => !isHere(id) && isDeleted(id));
}
