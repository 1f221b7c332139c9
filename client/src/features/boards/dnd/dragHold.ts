import type { TaskState } from '@livelane/shared/tasks/task.values';
import { createObservable } from '#lib/observable';
import { useObservable } from '#lib/useObservable';

/** The cards of each column in the order in which they were shown when the drag began. */
type Held = Record<TaskState, readonly string[]>;

const held = createObservable<Held | null>(null);

/**
 * While a card is dragged, columns keep their order: changes of others would shift cards under the pointer, and the
 * drop would land beside the place that its user saw. Cards themselves keep changing. Outside of React's state, so that
 * the end is painted in the same frame as the drop (R16).
 */
export const holdColumns = held.set;

export function heldColumn(state: TaskState): readonly string[] | undefined {
  return held.get()?.[state];
}

export function useHeldColumn(state: TaskState): readonly string[] | undefined {
  return useObservable(held)?.[state];
}
