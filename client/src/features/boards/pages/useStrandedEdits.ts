import type { Comment } from '@livelane/shared/comments/comment.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { useEffect, useRef, useState } from 'react';
import { commentEdits, dropCommentEdit } from '#features/comments/comment.draft';
import { useCurrentUser } from '#lib/useSession';
import { dropItemEdit, itemEdits } from '../checklist/item.draft';

/**
 * What was typed into comments of this user that someone has deleted meanwhile.
 * @param isWhole there are no older comments than these
 */
export function useStrandedComments(taskId: string, comments: readonly Comment[], isWhole: boolean) {
  const userId = useCurrentUser().id;
  /** When the comments were written that have been here. */
  const seen = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { id, createdAt } of comments) seen.current.set(id, createdAt);
  }, [comments]);
  const discard = useDiscard(dropCommentEdit);
  const oldest = comments[0]?.createdAt;
  const isHere = (commentId: string) => comments.some(({ id }) => id === commentId);
  /** Older ones may just not have been read again. */
  const isDeleted = (id: string) => {
    const at = seen.current.get(id);
    return isWhole || (oldest !== undefined && at !== undefined && at > oldest);
  };
  const stranded = commentEdits(userId, taskId).filter(({ id }) => !isHere(id) && isDeleted(id));
  return { stranded, discard };
}

/** What was typed into items of a checklist that someone has removed meanwhile. */
export function useStrandedItems({ id: taskId, checklist }: StoredTask) {
  const userId = useCurrentUser().id;
  const discard = useDiscard(dropItemEdit);
  const stranded = itemEdits(userId, taskId).filter((edit) => !checklist.some(({ id }) => id === edit.id));
  return { stranded, discard };
}

/** Drops what was typed into something, and renders without it. */
function useDiscard(drop: (userId: string, id: string) => void): (id: string) => void {
  const userId = useCurrentUser().id;
  const [, setDiscarded] = useState('');
  return (id) => {
    drop(userId, id);
    setDiscarded(id);
  };
}
