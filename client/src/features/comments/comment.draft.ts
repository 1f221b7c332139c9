/**
 * The draft of a task's next comment, or of an edited comment, kept in this tab through reloads and ended sessions.
 * @param id the task's, or the comment's
 */
const keyOf = (userId: string, id: string) => `livelane-comment-draft:${userId}:${id}`;

export function loadCommentDraft(userId: string, id: string): string {
  try {
    return sessionStorage.getItem(keyOf(userId, id)) ?? '';
  } catch {
    return '';
  }
}

export function keepCommentDraft(userId: string, id: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(userId, id));
    else sessionStorage.setItem(keyOf(userId, id), text);
  } catch {
    // Storage is full or off: the text lasts as long as the view.
  }
}

/** With the draft of an edited comment, as JSON: the comment as it was when the edit began. */
export const baseOf = (commentId: string) => `${commentId}:base`;
