import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createObservable } from '#lib/observable';
import { cardElement } from '../keyboard/cardFocus';

/** The column that takes the card which a pointer carries: '' for none of them, null while no card is carried so. */
const aim = createObservable<TaskState | '' | null>(null);

/** By how much a lifted card is measured too wide on each side: more than a phone, or a column elsewhere, is wide. */
const SPREAD_PX = 600;

export function aimAt(state: TaskState | '' | null): void {
  if (aim.get() !== state) aim.set(state);
}

/** Whether a column takes the carried card; null while no card is carried by a pointer. */
export const useIsAimed = (state: TaskState): boolean | null =>
  useSyncExternalStore(aim.subscribe, () => (aim.get() === null ? null : aim.get() === state));

/**
 * Before the drag library measures a card that a pointer lifts. Of the columns that the card overlaps, the library takes
 * the one furthest from its start, and none where less than half of one is overlapped. A hand holds a card anywhere, and
 * means the column it points at: only that one takes the card, and the library measures a card that always covers it.
 */
export function aimFrom(taskId: string): void {
  const card = cardElement(taskId);
  if (!card) return;
  // Its element leaves the page with the lift.
  card.style.marginInline = `${-SPREAD_PX}px`;
  card.style.paddingInline = `${SPREAD_PX}px`;
  flushSync(() => aimAt(card.closest<HTMLElement>('[data-state]')?.dataset.state as TaskState));
}

/** The width of a carried card that has been measured as `width`. */
export const shownWidth = (width: number): number => (aim.get() === null ? width : width - 2 * SPREAD_PX);
