import { compareRanked, evenRanks } from '../rank/rank';

/** One line of a task's checklist; ordered by (rank, id). */
export interface ChecklistItem {
  id: string;
  text: string;
  isDone: boolean;
  rank: string;
}

/** An op's change of an existing item: the id and the changed fields. */
export type ItemChange = Pick<ChecklistItem, 'id'> & {
  [Name in 'text' | 'isDone' | 'rank']?: ChecklistItem[Name] | undefined;
};

/** An item in a creation; ordered by the list. */
export interface NewItem {
  id?: string | undefined;
  text: string;
  isDone?: boolean | undefined;
}

/** The items of a new checklist. @param newId mints the ids that are absent */
export function newChecklist(items: readonly NewItem[], newId: () => string): ChecklistItem[] {
  const ranks = evenRanks(items.length);
  return items.map(({ id, text, isDone }, index) => ({
    id: id ?? newId(),
    text,
    isDone: isDone ?? false,
    rank: ranks[index] ?? '',
  }));
}

/** A checklist after items were added or changed; changes of removed items have no effect. */
export function withItems(
  checklist: readonly ChecklistItem[],
  changes: ReadonlyArray<ChecklistItem | ItemChange>,
): ChecklistItem[] {
  const items = new Map(checklist.map((item) => [item.id, item]));
  for (const change of changes) {
    const known = items.get(change.id);
    if (known || isWhole(change)) items.set(change.id, { ...known, ...change } as ChecklistItem);
  }
  return [...items.values()].sort(compareRanked);
}

export function withoutItems(
  checklist: readonly ChecklistItem[],
  itemIds: readonly string[],
): ChecklistItem[] {
  return checklist.filter(({ id }) => !itemIds.includes(id));
}

function isWhole(change: ChecklistItem | ItemChange): change is ChecklistItem {
  return change.text !== undefined && change.isDone !== undefined && change.rank !== undefined;
}
