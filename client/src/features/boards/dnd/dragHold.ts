import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useSyncExternalStore } from 'react';

/** The cards of each column in the order in which they were shown when the drag began. */
type Held = Record<TaskState, readonly string[]>;

let held: Held | null = null;
const listeners = new Set<() => void>();

/**
 * While a card is carried, columns keep their order: what others move, add or delete meanwhile would shift cards under
 * the pointer, and the drop would land beside the place that its user saw. Cards themselves go on changing.
 * Outside of React's state, so that the end of it is painted in the same frame as the drop (R16).
 */
export function holdColumns(next: Held | null): void {
  held = next;
  for (const listener of listeners) listener();
}

export function heldColumn(state: TaskState): readonly string[] | undefined {
  return held?.[state];
}

export function useHeldColumn(state: TaskState): readonly string[] | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => heldColumn(state),
  );
}
