import { defaultInput, inputFields } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask, TaskInput } from '@livelane/shared/tasks/task.fields';
import type { CreateTaskInput, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { seenLists } from '#board-sync/edit.mutations';

/** The fields of the task dialog. */
export interface TaskFormValues extends TaskInput {
  projectId: string;
}

/** A new task, with the values of the column where it was opened (specification section 4). */
export function newTaskValues(userId: string, title: string, given: Partial<TaskFormValues>): TaskFormValues {
  return { ...defaultInput(userId), title, projectId: '', ...given } as TaskFormValues;
}

export function valuesOf(task: StoredTask): TaskFormValues {
  return { ...inputFields(task), projectId: task.projectId };
}

export function createInput(values: TaskFormValues): CreateTaskInput {
  return values;
}

/**
 * Only fields that the user has touched, so that nobody else's change is overwritten (SPEC.md#conflicts).
 * @param seen the values before they touched them
 */
export function updateInput(
  values: TaskFormValues,
  touched: readonly (keyof TaskFormValues)[],
  base: Pick<UpdateTaskInput, 'baseRev' | 'baseProjectId'>,
  seen: TaskFormValues,
): UpdateTaskInput {
  const fields: UpdateTaskInput = Object.fromEntries(touched.map((name) => [name, values[name]]));
  return { ...fields, ...base, ...seenLists(fields, seen) };
}
