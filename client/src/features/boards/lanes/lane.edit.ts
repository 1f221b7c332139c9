import type { TaskPriority } from '@livelane/shared/tasks/task.values';
import type { Grouping } from '@livelane/shared/views/view.values';
import type { BulkEdit } from '#board-sync/bulk.mutations';
import type { GivenTask } from '../board.context';
import { NONE } from './lane.groups';

/** The values of a task that is added to a lane. */
export function laneValues(grouping: Grouping, key: string): GivenTask {
  if (grouping === 'priority') return { priority: key === NONE ? null : (key as TaskPriority) };
  if (grouping === 'project') return { projectId: key };
  return { [grouping === 'assignee' ? 'assignees' : 'labels']: key === NONE ? [] : [key] };
}

/** Whether tasks of a project can stand in a person's lane; where its people are unknown, the server decides. */
export function isAssignable(people: readonly { id: string }[], personId: string): boolean {
  return people.length === 0 || people.some(({ id }) => id === personId);
}

/**
 * The project for a new task in a lane: of those whose tasks can stand there the last used or the only one; empty if
 * the user has to choose, null if there is none.
 */
export function projectInLane(ids: readonly string[], lastProject: string | null): string | null {
  if (lastProject !== null && ids.includes(lastProject)) return lastProject;
  return ids.length > 1 ? '' : (ids[0] ?? null);
}

/** The change of a card that is moved to another lane: one person or label replaces the other. */
export function laneEdit(grouping: Grouping, from: string, to: string): BulkEdit | null {
  if (grouping === 'priority') return { priority: to === NONE ? null : (to as TaskPriority) };
  if (grouping !== 'assignee' && grouping !== 'label') return null;
  const name = grouping === 'assignee' ? 'assignees' : 'labels';
  const one = (key: string) => (key === NONE ? [] : [key]);
  return { [name]: { add: one(to), remove: one(from) } };
}
