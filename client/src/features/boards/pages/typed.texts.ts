import {
  dropEditDraft,
  editDrafts,
  keepCommentDraft,
  loadCommentDraft,
} from '#features/comments/comment.draft';
import { keepItemDraft, loadItemDraft } from '../checklist/item.draft';

/** A text that someone has typed for a task, beside its form, and not sent. */
export interface TypedText {
  kind: 'comment' | 'item';
  text: string;
}

/** The next comment of a task, its edited comments, and the next item of its checklist. */
export function typedTexts(userId: string, taskId: string): TypedText[] {
  const edited = editDrafts(userId, taskId).map(({ text }) => text);
  const comments = [loadCommentDraft(userId, taskId), ...edited];
  return [
    ...comments.map((text): TypedText => ({ kind: 'comment', text })),
    { kind: 'item' as const, text: loadItemDraft(userId, taskId) },
  ].filter(({ text }) => text.trim() !== '');
}

export function dropTexts(userId: string, taskId: string): void {
  for (const { id } of editDrafts(userId, taskId)) dropEditDraft(userId, id);
  keepCommentDraft(userId, taskId, '');
  keepItemDraft(userId, taskId, '');
}

/** A task that was deleted is created again: what was typed for it belongs to the new one. */
export function moveTexts(userId: string, from: string, to: string): void {
  const texts = typedTexts(userId, from);
  const all = (of: TypedText['kind']) =>
    texts
      .filter(({ kind }) => kind === of)
      .map(({ text }) => text)
      .join('\n\n');
  keepCommentDraft(userId, to, all('comment'));
  keepItemDraft(userId, to, all('item'));
  dropTexts(userId, from);
}
