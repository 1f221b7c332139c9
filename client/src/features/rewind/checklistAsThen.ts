import { type ChecklistItem, withItems, withoutItems } from '@livelane/shared/tasks/checklist';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { addItems, changeItem, placeItem, removeItem } from '#board-sync/checklist.mutations';
import type { BoardMutation, Clock } from '#board-sync/mutations';

/** The changes, in order, that restore a past checklist: its items, their texts and ticks, and their order. */
export function checklistAsThen(
  clock: Clock,
  now: StoredTask,
  then: readonly ChecklistItem[],
): BoardMutation[] {
  const made: BoardMutation[] = [];
  let task = now;
  const make = (mutation: BoardMutation) => {
    made.push(mutation);
    const { change } = mutation.pending;
    if (change.kind !== 'checklist') return;
    task = { ...task, checklist: withoutItems(withItems(task.checklist, change.items), change.gone) };
  };
  const kept = new Set(then.map(({ id }) => id));
  for (const item of now.checklist) if (!kept.has(item.id)) make(removeItem(clock, task, item));
  for (const [index, { id, text, isDone }] of then.entries()) {
    const present = task.checklist.find((item) => item.id === id);
    if (!present) {
      make(addItems(clock, task, [{ id, text, isDone }], index));
      continue;
    }
    const isRenamed = present.text !== text;
    if (isRenamed || present.isDone !== isDone)
      make(changeItem(clock, task, present, { isDone, ...(isRenamed && { text, baseText: present.text }) }));
    if (task.checklist[index]?.id !== id) make(placeItem(clock, task, present, index));
  }
  return made;
}
