import { BULK_MAX } from '@livelane/shared/http/limits';
import { useSyncExternalStore } from 'react';
import { createObservable } from '#lib/observable';
import { useObservable } from '#lib/useObservable';

/** The cards selected on the board in this tab, in order of selection. */
const selected = createObservable<ReadonlySet<string>>(new Set());
/** The card from which a range extends. */
let anchor: string | null = null;

export const selection = selected.get;
export const useSelection = (): ReadonlySet<string> => useObservable(selected);

/** Renders a card only when it is selected or deselected. */
export const useIsSelected = (taskId: string): boolean =>
  useSyncExternalStore(selected.subscribe, () => selected.get().has(taskId));

/** Selects at most as many as can be changed at once. @returns false when some were left out */
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

/** Set by the board, in a later script: the shown cards of a column. */
let listOf: ((taskId: string) => readonly string[]) | undefined;
/** The end of a requested range while its start is not known. */
let wanted: string | undefined;
export function setLists(of: NonNullable<typeof listOf>): () => void {
  listOf = of;
  if (wanted) extendTo(wanted);
  wanted = undefined;
  return () => {
    listOf = undefined;
  };
}

/** Selects everything between the last selected card and this one, if both are in one list. */
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

/** The cards that move along with a selected one. */
export function carriedWith(taskId: string): string[] {
  const now = selected.get();
  return now.has(taskId) ? [...now] : [taskId];
}

/** With touch, a long press without a drag starts a selection; then taps select. */
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
