import { createObservable } from '#lib/observable';
import { useObservable } from '#lib/useObservable';

interface Said {
  sentence: string;
  /** Milliseconds since 1970. */
  at: number;
}

const said = createObservable<Said | null>(null);

/** Makes screen readers read a sentence after the current one. */
export function announce(sentence: string): void {
  // A repeated sentence is read again only if the text differs.
  const isAgain = sentence === said.get()?.sentence;
  said.set({ sentence: isAgain ? `${sentence}\u00a0` : sentence, at: Date.now() });
}

export const useAnnouncement = (): Said | null => useObservable(said);
