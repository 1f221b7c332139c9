import { isSameValue } from '@livelane/shared/tasks/task.conversions';
import { fieldRules, type TaskFieldName } from '@livelane/shared/tasks/task.fields';

/** Whether two values of a task's field are equal: ids in any order, since a merge puts those that it adds last. */
export function isSameField(name: TaskFieldName, a: unknown, b: unknown): boolean {
  if (fieldRules(name).type.is !== 'ids') return isSameValue(a, b);
  return isSameValue((a as string[]).toSorted(), (b as string[]).toSorted());
}
