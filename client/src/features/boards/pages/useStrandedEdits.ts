import type { Comment } from '@livelane/shared/comments/comment.schema';
import { useEffect, useRef, useState } from 'react';
import { dropEditDraft, editDrafts } from '#features/comments/comment.draft';
import { useCurrentUser } from '#lib/useSession';

/**
 * What was typed into comments of this user that someone has deleted meanwhile.
 * @param isWhole there are no older comments than these
 */
export function useStrandedEdits(taskId: string, comments: readonly Comment[], isWhole: boolean) {
  const userId = useCurrentUser().id;
  /** When the comments were written that have been here. */
  const seen = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { id, createdAt } of comments) seen.current.set(id, createdAt);
  }, [comments]);
  const [, setDiscarded] = useState('');
  const oldest = comments[0]?.createdAt;
  const isHere = (commentId: string) => comments.some(({ id }) => id === commentId);
  /** Older ones may just not have been read again. */
  const isDeleted = (id: string) => {
    const at = seen.current.get(id);
    return isWhole || (oldest !== undefined && at !== undefined && at > oldest);
  };
  return {
    stranded: editDrafts(userId, taskId).filter(({ id }) => !isHere(id) && isDeleted(id)),
    discard: (id: string) => {
      dropEditDraft(userId, id);
      setDiscarded(id);
    },
  };
}
