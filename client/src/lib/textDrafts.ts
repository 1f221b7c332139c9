/** A text that is being typed, and what it belongs to. */
interface TextDraft {
  id: string;
  text: string;
}

/** What an edited text was when the edit began. */
interface Begun {
  taskId: string;
  text: string;
}

/** With the draft of an edited text, as JSON: what it began as. */
const BASE = ':base';

/** Texts of one kind that are being typed, kept in this tab through reloads and ended sessions, for each user. */
export function textDrafts<Base extends Begun = Begun>(kind: string) {
  const keyOf = (userId: string, id: string) => `livelane-${kind}-draft:${userId}:${id}`;
  const drafts = {
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
  const { load, keep, all } = drafts;
  const loadBase = (userId: string, id: string): Base | null => JSON.parse(load(userId, id + BASE) || 'null');
  return {
    load,
    keep,
    loadBase,
    keepBase: (userId: string, id: string, base: Base) => keep(userId, id + BASE, JSON.stringify(base)),
    /** The edited texts of a task that are others now, by the id of what is edited. */
    edits: (userId: string, taskId: string): TextDraft[] =>
      all(userId).flatMap(({ id: baseId }) => {
        if (!baseId.endsWith(BASE)) return [];
        const id = baseId.slice(0, -BASE.length);
        const begun = loadBase(userId, id);
        const text = load(userId, id);
        return begun?.taskId === taskId && text !== begun.text ? [{ id, text }] : [];
      }),
    dropEdit(userId: string, id: string): void {
      keep(userId, id, '');
      keep(userId, id + BASE, '');
    },
  };
}
