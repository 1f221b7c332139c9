import { useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

/** Has screen readers say a sentence when they have finished what they are saying. */
export function announce(sentence: string): void {
  // The same sentence twice is said twice only when the text differs.
  text = sentence === text ? `${sentence}\u00a0` : sentence;
  for (const listener of listeners) listener();
}

export function useAnnouncement(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => text,
  );
}
