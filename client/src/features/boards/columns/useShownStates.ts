import type { TaskState } from '@livelane/shared/tasks/task.values';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { useMemo } from 'react';
import { createObservable } from '#lib/observable';
import { useObservable } from '#lib/useObservable';
import { useBoard } from '../board.context';

/** The columns at the lift of a card, like `dnd/dragHold` for cards: the drag library measures them only then. */
const held = createObservable<readonly TaskState[] | null>(null);
export const holdStates = held.set;

const kept = createObservable<readonly TaskState[]>([]);

/** Keeps a column on the page with what is typed there, also when someone hides it. @returns ends it */
export function keepColumn(state: TaskState): () => void {
  kept.set([...kept.get(), state]);
  return () => kept.set(kept.get().toSpliced(kept.get().indexOf(state), 1));
}

/** The columns on the page: those that are shown, unless a drag or typed text holds them. */
export function useShownStates(): readonly TaskState[] {
  const { settings } = useBoard();
  const frozen = useObservable(held);
  const open = useObservable(kept);
  return useMemo(
    () => frozen ?? taskStates.filter((state) => open.includes(state) || !settings[state]?.isHidden),
    [frozen, open, settings],
  );
}
