import { textDrafts } from '#lib/textDrafts';

const drafts = textDrafts('comment');

/** The draft of a task's next comment, or of an edited comment, by the task's id or the comment's. */
export const { load: loadCommentDraft, keep: keepCommentDraft } = drafts;

const BASE = ':base';
/** With the draft of an edited comment, as JSON: the comment as it was when the edit began. */
export const baseOf = (commentId: string) => `${commentId}${BASE}`;

/** The edited comments of a task whose text is another one now, by the comment's id. */
export function editDrafts(userId: string, taskId: string) {
  return drafts.all(userId).flatMap(({ id: baseId, text: base }) => {
    if (!baseId.endsWith(BASE)) return [];
    const begun = JSON.parse(base) as { taskId?: string; text: string };
    const id = baseId.slice(0, -BASE.length);
    const text = drafts.load(userId, id);
    return begun.taskId === taskId && text !== begun.text ? [{ id, text }] : [];
  });
}

export function dropEditDraft(userId: string, commentId: string): void {
  for (const id of [commentId, baseOf(commentId)]) drafts.keep(userId, id, '');
}
