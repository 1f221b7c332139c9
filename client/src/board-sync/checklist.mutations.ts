import { ranksBetween } from '@livelane/shared/rank/rank';
import type { ChecklistItem, NewItem } from '@livelane/shared/tasks/checklist';
import type { AddItemsInput, UpdateItemInput } from '@livelane/shared/tasks/checklist.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { ChecklistChange } from './board.types';
import { type BoardMutation, type Clock, mutationOf } from './mutations';

type Target = Pick<StoredTask, 'id' | 'projectId' | 'title' | 'checklist'>;

/** The items before and after a place; null at an end. */
interface ItemPlace {
  afterId: string | null;
  beforeId: string | null;
}

const pathOf = ({ id }: Target, itemId = '') => `/tasks/${id}/checklist${itemId && `/${itemId}`}`;

/** The neighbours at an index of a checklist. */
function placeAt(checklist: readonly ChecklistItem[], index: number): ItemPlace {
  return { afterId: checklist[index - 1]?.id ?? null, beforeId: checklist[index]?.id ?? null };
}

/** Provisional keys until the server's arrive; neighbours can share one for a moment. */
function provisionalRanks(checklist: readonly ChecklistItem[], index: number, count: number): string[] {
  const [before = null, after = null] = [checklist[index - 1]?.rank, checklist[index]?.rank];
  if (before !== null && after !== null && before >= after) return Array<string>(count).fill(before);
  return ranksBetween(before, after, count);
}

/** New items, in order. @param index the place of the first one; the end without it */
export function addItems(
  clock: Clock,
  task: Target,
  items: readonly NewItem[],
  index: number = task.checklist.length,
): BoardMutation {
  const ranks = provisionalRanks(task.checklist, index, items.length);
  const added = items.map(({ id = clock.newId(), text, isDone = false }, at) => ({
    id,
    text,
    isDone,
    rank: ranks[at] ?? '',
  }));
  const place = placeAt(task.checklist, index);
  const body: AddItemsInput = {
    items: added.map(({ id, text, isDone }) => ({ id, text, isDone })),
    // Null means the top: at the end of the list that this user sees, the item before it counts.
    ...(index > 0 || task.checklist.length > 0 ? place : {}),
  };
  const change: ChecklistChange = { kind: 'checklist', items: added, gone: [], former: [] };
  return mutationOf(clock, task, change, { method: 'POST', path: pathOf(task), body });
}

/** Changes an item's text, from the one that its user saw, or ticks it. */
export function changeItem(
  clock: Clock,
  task: Target,
  item: ChecklistItem,
  body: Pick<UpdateItemInput, 'text' | 'baseText' | 'isDone'>,
): BoardMutation {
  const { baseText: _seen, ...fields } = body;
  const items = [{ id: item.id, ...fields }];
  const change: ChecklistChange = { kind: 'checklist', items, gone: [], former: [item] };
  return mutationOf(clock, task, change, { method: 'PUT', path: pathOf(task, item.id), body });
}

/** Moves an item. @param index among the other items */
export function placeItem(clock: Clock, task: Target, item: ChecklistItem, index: number): BoardMutation {
  const others = task.checklist.filter(({ id }) => id !== item.id);
  const [rank = item.rank] = provisionalRanks(others, index, 1);
  const change: ChecklistChange = {
    kind: 'checklist',
    items: [{ id: item.id, rank }],
    gone: [],
    former: [item],
  };
  const body: UpdateItemInput = placeAt(others, index);
  return mutationOf(clock, task, change, { method: 'PUT', path: pathOf(task, item.id), body });
}

export function removeItem(clock: Clock, task: Target, item: ChecklistItem): BoardMutation {
  const change: ChecklistChange = { kind: 'checklist', items: [], gone: [item.id], former: [item] };
  return mutationOf(clock, task, change, { method: 'DELETE', path: pathOf(task, item.id) });
}

/** The changes that undo one: removed items return to their places, new ones are removed. */
export function revertChecklist(clock: Clock, task: Target, change: ChecklistChange): BoardMutation[] {
  const { items, gone, former } = change;
  const now = (id: string) => task.checklist.find((item) => item.id === id);
  const placeOf = ({ id, rank }: ChecklistItem) =>
    task.checklist.filter((other) => other.id !== id && other.rank < rank).length;
  const back = former.flatMap((item) => {
    const present = now(item.id);
    if (gone.includes(item.id)) return present ? [] : addItems(clock, task, [item], placeOf(item));
    if (!present) return [];
    const [changed] = items;
    if (changed?.rank !== undefined) return placeItem(clock, task, present, placeOf(item));
    return changeItem(clock, task, present, {
      ...(changed?.text !== undefined && { text: item.text, baseText: present.text }),
      ...(changed?.isDone !== undefined && { isDone: item.isDone }),
    });
  });
  const added = items.filter(({ id }) => former.every((item) => item.id !== id));
  return [...back, ...added.flatMap(({ id }) => now(id) ?? []).map((item) => removeItem(clock, task, item))];
}
