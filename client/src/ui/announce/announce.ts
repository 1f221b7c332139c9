import { createObservable } from '#lib/observable';
import { useObservable } from '#lib/useObservable';

interface Said {
  sentence: string;
  /** Milliseconds since 1970. */
  at: number;
}

const said = createObservable<Said | null>(null);

/** Has screen readers say a sentence when they have finished what they are saying. */
export function announce(sentence: string): void {
  // The same sentence twice is said twice only when the text differs.
  const isAgain = sentence === said.get()?.sentence;
  said.set({ sentence: isAgain ? `${sentence}\u00a0` : sentence, at: Date.now() });
}

export const useAnnouncement = (): Said | null => useObservable(said);
