import { storedFields } from '@livelane/shared/tasks/task.conversions';
import { mergedFields } from '@livelane/shared/tasks/task.fields';
import type { StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import type { BoardState, Change } from './board.types';
import { type BoardMutation, type Clock, mutationOf, provisionalRank } from './mutations';

/** Of an edit's lists of ids: those that its user saw, own changes included that have no version yet. */
export function seenLists(
  input: UpdateTaskInput,
  seen: Pick<StoredTask, 'assignees' | 'labels'>,
): Pick<UpdateTaskInput, 'baseLists'> {
  const names = mergedFields('difference').filter((name) => input[name]);
  return names.length > 0 ? { baseLists: Object.fromEntries(names.map((name) => [name, seen[name]])) } : {};
}

/** Only the fields that the user has touched. @param seenText the description that they saw */
export function patchTask(
  clock: Clock,
  board: BoardState | undefined,
  task: StoredTask,
  input: UpdateTaskInput,
  seenText = task.description,
): BoardMutation {
  const target = input.state === task.state ? undefined : input.state;
  const column = target && board?.view[target];
  const shown = {
    ...storedFields(input),
    ...(column && { rank: provisionalRank(column, column.ids.length) }),
  } as Partial<StoredTask>;
  const change: Change = { kind: 'patch', fields: shown };
  const body = { ...seenLists(input, task), ...input };
  const mutation = mutationOf(clock, task, change, {
    method: 'PUT',
    path: `/tasks/${task.id}`,
    body,
    ...(target && { expectedState: task.state }),
  });
  return { ...mutation, before: task, ...(input.description !== undefined && { seenText }) };
}
