import type { AddCommentInput, Comment, EditCommentInput } from '@livelane/shared/comments/comment.schema';
import { mentionedIds } from '@livelane/shared/comments/mentions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { CommentChange } from './board.types';
import { type BoardMutation, type Clock, mutationOf } from './mutations';

type Target = Pick<StoredTask, 'id' | 'projectId' | 'title'>;

/** A new comment at the end of a task's. */
export function addComment(clock: Clock, task: Target, userId: string, text: string): BoardMutation {
  const at = new Date(clock.now()).toISOString();
  const comment: Comment = {
    id: clock.newId(),
    taskId: task.id,
    projectId: task.projectId,
    authorId: userId,
    text,
    mentions: mentionedIds(text),
    createdAt: at,
    updatedAt: at,
    isEdited: false,
    rev: 0,
  };
  const body: AddCommentInput = { id: comment.id, text };
  const change: CommentChange = { kind: 'comment', act: 'add', comment };
  return mutationOf(clock, task, change, { method: 'POST', path: `/tasks/${task.id}/comments`, body });
}

/** Where an edited text began. */
export type CommentBase = Pick<Comment, 'text' | 'rev' | 'projectId'>;

/** A new text for one's own comment. @param base the comment that its author saw */
export function editComment(
  clock: Clock,
  task: Target,
  comment: Comment,
  text: string,
  { rev, projectId, text: seenText }: CommentBase = comment,
): BoardMutation {
  const body: EditCommentInput = { text, baseRev: rev, baseProjectId: projectId };
  const edited = { ...comment, text, mentions: mentionedIds(text), isEdited: true };
  const change: CommentChange = { kind: 'comment', act: 'edit', comment: edited, former: comment.text };
  const request = { method: 'PUT', path: `/comments/${comment.id}`, body } as const;
  return { ...mutationOf(clock, task, change, request), seenText };
}

export function deleteComment(clock: Clock, task: Target, comment: Comment): BoardMutation {
  const change: CommentChange = { kind: 'comment', act: 'delete', comment };
  return mutationOf(clock, task, change, { method: 'DELETE', path: `/comments/${comment.id}` });
}

/** Restores a deleted comment in its place. */
function restoreComment(clock: Clock, task: Target, comment: Comment): BoardMutation {
  const change: CommentChange = { kind: 'comment', act: 'restore', comment };
  return mutationOf(clock, task, change, { method: 'POST', path: `/comments/${comment.id}/restore` });
}

/** The change that undoes one. @param rev the version that it has become, if known */
export function revertComment(
  clock: Clock,
  task: Target,
  { act, comment, former = '' }: CommentChange,
  rev = comment.rev,
): BoardMutation {
  if (act === 'delete') return restoreComment(clock, task, comment);
  if (act === 'edit') return editComment(clock, task, comment, former, { ...comment, rev });
  return deleteComment(clock, task, comment);
}
