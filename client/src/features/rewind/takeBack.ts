import type { BoardMember } from '@livelane/shared/boards/board.schema';
import { canInProject } from '@livelane/shared/permissions/permissions';
import { inputFields, isSameValue } from '@livelane/shared/tasks/task.conversions';
import {
  type AuthorField,
  authorFields,
  fieldRules,
  type StoredTask,
} from '@livelane/shared/tasks/task.fields';
import type { BoardState } from '#board-sync/board.types';
import { type BoardMutation, type Clock, patchTask, restoreTask } from '#board-sync/mutations';

/** The task as it was, without assignees who can no longer be. */
export function possible(then: StoredTask, members: readonly BoardMember[]): StoredTask {
  const canBe = new Set(
    members.filter(({ roleId }) => canInProject(roleId, 'task.beAssigned')).map(({ id }) => id),
  );
  return { ...then, assignees: then.assignees.filter((id) => canBe.has(id)) };
}

/** The fields that are not as they were and that an edit can set: a checklist is changed item by item. */
export function changedSince(then: StoredTask, now: StoredTask): AuthorField[] {
  return authorFields.filter(
    (name) => fieldRules(name).type.is !== 'checklist' && !isSameValue(then[name], now[name]),
  );
}

/** Sets fields of a task to what they were: an ordinary edit, which others see and can be undone. */
export function takeBack(
  clock: Clock,
  board: BoardState,
  now: StoredTask,
  then: StoredTask,
  fields: readonly AuthorField[],
): BoardMutation {
  const input = inputFields(then, fields);
  return patchTask(clock, board, now, { ...input, baseRev: now.rev, baseProjectId: now.projectId });
}

/** Brings a deleted task back, and then to what it was. */
export function bringBack(clock: Clock, board: BoardState, then: StoredTask): BoardMutation[] {
  return [restoreTask(clock, then), patchTask(clock, board, then, fieldsOf(then))];
}

/** All fields that an edit can set. */
function fieldsOf(then: StoredTask) {
  return inputFields(
    then,
    authorFields.filter((name) => fieldRules(name).type.is !== 'checklist'),
  );
}
