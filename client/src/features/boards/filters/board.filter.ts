import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskPriority, taskPriorities, timeEstimateIds } from '@livelane/shared/tasks/task.values';
import { isDay } from '#ui/date/dayText';

/** A board's filter; empty lists and null match everything. Kept in the URL, so that it can be shared. */
export interface BoardFilter {
  title: string;
  priorities: TaskPriority[];
  /** Minutes; 0 matches tasks without an estimate. */
  estimates: number[];
  dueFrom: string | null;
  dueTo: string | null;
  assignees: string[];
  labels: string[];
  workspaceId: string | null;
  projectIds: string[];
}

const listOf = (params: URLSearchParams, name: string): string[] =>
  params.get(name)?.split(',').filter(Boolean) ?? [];

const dayOf = (text: string | null): string | null => (text && isDay(text) ? text : null);

export function readFilter(params: URLSearchParams): BoardFilter {
  return {
    title: params.get('title') ?? '',
    priorities: taskPriorities.filter((priority) => listOf(params, 'priority').includes(priority)),
    estimates: timeEstimateIds.filter((id) => listOf(params, 'estimate').includes(String(id))),
    dueFrom: dayOf(params.get('dueFrom')),
    dueTo: dayOf(params.get('dueTo')),
    assignees: listOf(params, 'assignees'),
    labels: listOf(params, 'labels'),
    workspaceId: params.get('workspace'),
    projectIds: listOf(params, 'projects'),
  };
}

/** The URL's parameters with the filter written into them; other parameters stay. */
export function writeFilter(params: URLSearchParams, filter: BoardFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  const values: Record<string, string> = {
    title: filter.title,
    priority: filter.priorities.join(','),
    estimate: filter.estimates.join(','),
    dueFrom: filter.dueFrom ?? '',
    dueTo: filter.dueTo ?? '',
    assignees: filter.assignees.join(','),
    labels: filter.labels.join(','),
    workspace: filter.workspaceId ?? '',
    projects: filter.projectIds.join(','),
  };
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export const NO_FILTER: BoardFilter = readFilter(new URLSearchParams());

/** Called for each column at each change of the board, so it does not write an address. */
export function isFiltering(filter: BoardFilter): boolean {
  return Object.values(filter).some((part: string | readonly unknown[] | null) => part && part.length > 0);
}

/** Specification section 5: all parts must match. */
export function matches(
  task: StoredTask,
  filter: BoardFilter,
  workspaceOf: (projectId: string) => string | undefined,
): boolean {
  const { title, priorities, estimates, dueFrom, dueTo, assignees, labels, workspaceId, projectIds } = filter;
  if (title && !task.title.toLowerCase().includes(title.toLowerCase())) return false;
  // Tasks without a priority always pass.
  if (priorities.length > 0 && task.priority && !priorities.includes(task.priority)) return false;
  if (estimates.length > 0 && !estimates.includes(task.timeEstimate?.id ?? 0)) return false;
  if (dueFrom && (!task.dueDate || task.dueDate < dueFrom)) return false;
  if (dueTo && (!task.dueDate || task.dueDate > dueTo)) return false;
  if (assignees.length > 0 && !task.assignees.some((id) => assignees.includes(id))) return false;
  if (labels.length > 0 && !task.labels.some((id) => labels.includes(id))) return false;
  if (projectIds.length > 0 && !projectIds.includes(task.projectId)) return false;
  return !workspaceId || workspaceOf(task.projectId) === workspaceId;
}
