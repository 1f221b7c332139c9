import type { KeyboardEvent } from 'react';

/** For a field of a form in which one searches: while something is typed, Enter chooses or does nothing, and does not submit. */
export function keepEnter(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey } = event;
  if (key === 'Enter' && !ctrlKey && !metaKey && target instanceof HTMLInputElement && target.value)
    event.preventDefault();
}
