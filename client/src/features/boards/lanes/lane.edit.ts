import type { TaskPriority } from '@livelane/shared/tasks/task.values';
import type { Grouping } from '@livelane/shared/views/view.values';
import type { BulkEdit } from '#board-sync/bulk.mutations';
import { NONE } from './lane.groups';

/** What changes of a card that is put from one lane into another: one person or label takes the place of the other. */
export function laneEdit(grouping: Grouping, from: string, to: string): BulkEdit | null {
  if (grouping === 'priority') return { priority: to === NONE ? null : (to as TaskPriority) };
  if (grouping !== 'assignee' && grouping !== 'label') return null;
  const name = grouping === 'assignee' ? 'assignees' : 'labels';
  const one = (key: string) => (key === NONE ? [] : [key]);
  return { [name]: { add: one(to), remove: one(from) } };
}
