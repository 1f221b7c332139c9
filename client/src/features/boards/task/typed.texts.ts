import { isBlank } from '@livelane/shared/values/blank';
import {
  commentEdits,
  dropCommentEdit,
  keepCommentDraft,
  loadCommentDraft,
} from '#features/comments/comment.draft';
import { dropItemEdit, itemEdits, keepItemDraft, loadItemDraft } from '../checklist/item.draft';

/** A text that someone has typed for a task, beside its form, and not sent. */
export interface TypedText {
  kind: 'comment' | 'item';
  text: string;
}

/** The next comment of a task and the next item of its checklist, and those that are edited. */
export function typedTexts(userId: string, taskId: string): TypedText[] {
  const all = (kind: TypedText['kind'], next: string, edits: readonly { text: string }[]): TypedText[] =>
    [{ text: next }, ...edits].map(({ text }) => ({ kind, text }));
  return [
    ...all('comment', loadCommentDraft(userId, taskId), commentEdits(userId, taskId)),
    ...all('item', loadItemDraft(userId, taskId), itemEdits(userId, taskId)),
  ].filter(({ text }) => !isBlank(text));
}

export function dropTexts(userId: string, taskId: string): void {
  for (const { id } of commentEdits(userId, taskId)) dropCommentEdit(userId, id);
  for (const { id } of itemEdits(userId, taskId)) dropItemEdit(userId, id);
  keepCommentDraft(userId, taskId, '');
  keepItemDraft(userId, taskId, '');
}

/** A task that was deleted is created again: what was typed for it belongs to the new one. */
export function moveTexts(userId: string, from: string, to: string): void {
  const texts = typedTexts(userId, from);
  const all = (of: TypedText['kind'], between: string) =>
    texts
      .filter(({ kind }) => kind === of)
      .map(({ text }) => text)
      .join(between);
  keepCommentDraft(userId, to, all('comment', '\n\n'));
  // Its field has one line.
  keepItemDraft(userId, to, all('item', ' '));
  dropTexts(userId, from);
}
