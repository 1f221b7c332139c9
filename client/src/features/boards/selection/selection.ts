import { BULK_MAX } from '@livelane/shared/http/limits';
import { useSyncExternalStore } from 'react';
import { createObservable } from '#lib/observable';
import { useObservable } from '#lib/useObservable';

/** The cards that are chosen on the board in this tab, in the order in which they were. */
const selected = createObservable<ReadonlySet<string>>(new Set());
/** The one from which a range reaches. */
let anchor: string | null = null;

export const selection = selected.get;
export const useSelection = (): ReadonlySet<string> => useObservable(selected);

/** Renders a card only when it becomes chosen or stops being so. */
export const useIsSelected = (taskId: string): boolean =>
  useSyncExternalStore(selected.subscribe, () => selected.get().has(taskId));

/** At most as many as can be changed at once. @returns false when some were left out */
export function select(ids: Iterable<string>): boolean {
  const all = [...new Set(ids)];
  selected.set(new Set(all.slice(0, BULK_MAX)));
  return all.length <= BULK_MAX;
}

export function toggle(taskId: string): void {
  const now = new Set(selected.get());
  if (!now.delete(taskId)) now.add(taskId);
  anchor = taskId;
  select(now);
}

export function clearSelection(): void {
  anchor = null;
  wanted = undefined;
  if (selected.get().size > 0) selected.set(new Set());
}

/** Told by the board, in a later script: the cards of a column as it shows them. */
let listOf: ((taskId: string) => readonly string[]) | undefined;
/** Where a range was to end before its start was known. */
let wanted: string | undefined;
export function setLists(of: NonNullable<typeof listOf>): () => void {
  listOf = of;
  if (wanted) extendTo(wanted);
  wanted = undefined;
  return () => {
    listOf = undefined;
  };
}

/** Everything between the card that was chosen last and this one, where both are in one list. */
export function extendTo(taskId: string): void {
  if (!listOf) {
    if (selected.get().size === 0) toggle(taskId);
    else wanted = taskId;
    return;
  }
  const list = listOf(taskId);
  const [from, to] = [list.indexOf(anchor ?? taskId), list.indexOf(taskId)];
  if (from < 0 || to < 0) {
    toggle(taskId);
    return;
  }
  const range = list.slice(Math.min(from, to), Math.max(from, to) + 1);
  select([...selected.get(), ...range]);
  anchor ??= taskId;
}

/** The cards that go where a chosen one goes. */
export function carriedWith(taskId: string): string[] {
  const now = selected.get();
  return now.has(taskId) ? [...now] : [taskId];
}

/** By finger, a tap chooses once something is chosen; a long press that goes nowhere begins it. */
export const isByFinger = (): boolean => window.matchMedia('(hover: none)').matches;

/** @returns false for a click that opens the card */
export function selectByClick(
  { shiftKey, ctrlKey, metaKey }: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  taskId: string,
): boolean {
  if (shiftKey) extendTo(taskId);
  else if (ctrlKey || metaKey || (selected.get().size > 0 && isByFinger())) toggle(taskId);
  else return false;
  return true;
}
