/** What has been typed for a task's next comment, kept in this tab through reloads and ended sessions. */
const keyOf = (userId: string, taskId: string) => `livelane-comment-draft:${userId}:${taskId}`;

export function loadCommentDraft(userId: string, taskId: string): string {
  try {
    return sessionStorage.getItem(keyOf(userId, taskId)) ?? '';
  } catch {
    return '';
  }
}

export function keepCommentDraft(userId: string, taskId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(userId, taskId));
    else sessionStorage.setItem(keyOf(userId, taskId), text);
  } catch {
    // Storage is full or off: the text lives as long as the view.
  }
}
