import { compareRanked } from '@livelane/shared/rank/rank';
import type { ChecklistItem } from '@livelane/shared/tasks/checklist';
import { withFieldDefaults } from '@livelane/shared/tasks/task.conversions';
import { fieldNames, fieldRules, type StoredTask } from '@livelane/shared/tasks/task.fields';
import type { ItemsById, TaskDocument } from './task.model';

/** A row of a task: where it lives and whether it still does. */
export interface TaskRow {
  task: StoredTask;
  deletedAt: Date | null;
  deletedBy: string | null;
  movedTo: string | null;
  /** The version of the op that sent it to another project, until it has arrived there. */
  moving: number | null;
}

/** Returns the first of equal texts: rows of a board repeat ids and states, and each row has its own copies. */
type SameText = <Text extends string>(text: Text) => Text;

function sameTexts(): SameText {
  const known = new Map<string, string>();
  return <Text extends string>(text: Text): Text => {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return (first ?? text) as Text;
  };
}

/** Values that repeat from row to row: ids and choices. */
const repeated = new Set(
  fieldNames.filter((name) => ['uuid', 'choice', 'choiceOrNone'].includes(fieldRules(name).type.is)),
);

/** Field by field, which takes half the memory of a copy of the row without its other fields. */
function toStoredTask(row: TaskDocument, same: SameText = (text) => text): StoredTask {
  const task: Record<string, unknown> = { id: row.taskId };
  for (const name of fieldNames) {
    if (name === 'id') continue;
    const value: unknown = row[name];
    if (value === undefined) continue;
    if (fieldRules(name).type.is === 'checklist') task[name] = toChecklist(value as ItemsById);
    else if (Array.isArray(value))
      task[name] = value.map((each) => (typeof each === 'string' ? same(each) : each));
    else task[name] = repeated.has(name) && typeof value === 'string' ? same(value) : value;
  }
  return withFieldDefaults(task as unknown as StoredTask);
}

/** The row where a task lives, or the latest one that it left. */
export function currentOf<Row extends Pick<TaskDocument, 'deletedAt' | 'moving' | 'movedTo'>>(
  rows: readonly Row[],
): Row | null {
  const live = rows.find((row) => !row.deletedAt);
  return live ?? rows.find((left) => left.moving) ?? rows.find((left) => !left.movedTo) ?? rows[0] ?? null;
}

export function toTaskRow(row: TaskDocument): TaskRow {
  const { deletedAt = null, deletedBy = null, movedTo = null, moving = null } = row;
  return { task: toStoredTask(row), deletedAt, deletedBy, movedTo, moving };
}

export function toStoredTasks(rows: readonly TaskDocument[]): StoredTask[] {
  const same = sameTexts();
  return rows.map((row) => toStoredTask(row, same));
}

function toChecklist(items: ItemsById): ChecklistItem[] {
  return (
    Object.entries(items)
      // Field by field: a database keeps the fields of an item that it was given one by one in an order of its own.
      .map(([id, { text, isDone, rank }]) => ({ id, text, isDone, rank }))
      .sort(compareRanked)
  );
}
