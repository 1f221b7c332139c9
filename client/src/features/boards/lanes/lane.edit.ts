import { canInProject } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
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

interface ProjectOfUser {
  id: string;
  workspaceId: string;
  role: ProjectRole;
}

/**
 * The project for a new task with a label: of the projects in the label's workspace the last used or the only one;
 * empty if the user has to choose, null if there is none.
 */
export function projectWithLabel(
  { workspaceId }: { workspaceId: string },
  projects: readonly ProjectOfUser[],
  lastProject: string | null,
): string | null {
  const ids = projects.flatMap((project) =>
    project.workspaceId === workspaceId && canInProject(project.role, 'task.edit') ? project.id : [],
  );
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
