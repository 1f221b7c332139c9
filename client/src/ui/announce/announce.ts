import { createObservable } from '#lib/observable';
import { useObservable } from '#lib/useObservable';

const spoken = createObservable('');

/** Has screen readers say a sentence when they have finished what they are saying. */
export function announce(sentence: string): void {
  // The same sentence twice is said twice only when the text differs.
  spoken.set(sentence === spoken.get() ? `${sentence}\u00a0` : sentence);
}

export const useAnnouncement = (): string => useObservable(spoken);
