import { inputFields } from '@livelane/shared/tasks/task.conversions';
import {
  type CreatorField,
  creatorFields,
  fieldRules,
  type StoredTask,
} from '@livelane/shared/tasks/task.fields';
import type { BoardState } from '#board-sync/board.types';
import { patchTask } from '#board-sync/edit.mutations';
import { isSameField } from '#board-sync/isSameField';
import type { BoardMutation, Clock } from '#board-sync/mutations';
import { checklistAsThen } from './checklistAsThen';

/** The changed fields. */
export function changedSince(then: StoredTask, now: StoredTask): CreatorField[] {
  return creatorFields.filter((name) => !isSameField(name, comparable(then, name), comparable(now, name)));
}

const isChecklist = (name: CreatorField): boolean => fieldRules(name).type.is === 'checklist';

/** Without items' ranks, since the items are in order. */
const comparable = (task: StoredTask, name: CreatorField): unknown =>
  isChecklist(name) ? task.checklist.map(({ id, text, isDone }) => [id, text, isDone]) : task[name];

/** Restores past values of a task's fields by ordinary edits, which others see and can be undone; items one by one. */
export function takeBack(
  clock: Clock,
  board: BoardState,
  now: StoredTask,
  then: StoredTask,
  fields: readonly CreatorField[],
): BoardMutation[] {
  const edited = fields.filter((name) => !isChecklist(name));
  const base = { baseRev: now.rev, baseProjectId: now.projectId };
  return [
    ...(edited.length > 0 ? [patchTask(clock, board, now, { ...inputFields(then, edited), ...base })] : []),
    ...(edited.length < fields.length ? checklistAsThen(clock, now, then.checklist) : []),
  ];
}
