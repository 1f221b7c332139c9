/** A text that is being typed, and what it belongs to. */
interface TextDraft {
  id: string;
  text: string;
}

/** Texts of one kind that are being typed, kept in this tab through reloads and ended sessions, for each user. */
export function textDrafts(kind: string) {
  const keyOf = (userId: string, id: string) => `livelane-${kind}-draft:${userId}:${id}`;
  return {
    load(userId: string, id: string): string {
      try {
        return sessionStorage.getItem(keyOf(userId, id)) ?? '';
      } catch {
        return '';
      }
    },
    /** An empty text drops the draft. */
    keep(userId: string, id: string, text: string): void {
      try {
        if (text === '') sessionStorage.removeItem(keyOf(userId, id));
        else sessionStorage.setItem(keyOf(userId, id), text);
      } catch {
        // Storage is full or off: the text lasts as long as the view.
      }
    },
    all(userId: string): TextDraft[] {
      const start = keyOf(userId, '');
      try {
        return Object.entries(sessionStorage as Record<string, string>)
          .filter(([key]) => key.startsWith(start))
          .map(([key, text]) => ({ id: key.slice(start.length), text }));
      } catch {
        return [];
      }
    },
  };
}
