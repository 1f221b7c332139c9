import type { ProjectFilterItem } from '@livelane/shared/projects/project.schema';
import type { TaskWriteAnswer, TrashedTask } from '@livelane/shared/tasks/task.schema';
import { type TimeEstimate, timeEstimates } from '@livelane/shared/tasks/task.values';
import type { WorkspaceFilterItem } from '@livelane/shared/workspaces/workspace.schema';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api';
import { FILTER_LISTS_STALE_MS, TIME_ESTIMATES_STALE_MS } from '#lib/cacheTimes';

/** Below the key of workspaces: creating, renaming or deleting a project makes both stale. */
export const projectFilterQuery = () =>
  queryOptions({
    queryKey: ['workspaces', 'projectFilter'],
    queryFn: ({ signal }) => api.get<ProjectFilterItem[]>('/projects/filter', { signal }),
    staleTime: FILTER_LISTS_STALE_MS,
    gcTime: FILTER_LISTS_STALE_MS,
  });

/** GET /projects/filter */
export const useProjectFilter = () => useQuery(projectFilterQuery());

export const timeEstimatesQuery = () =>
  queryOptions({
    queryKey: ['timeEstimates'],
    queryFn: ({ signal }) => api.get<TimeEstimate[]>('/kanban/filter/time_estimate', { signal }),
    staleTime: TIME_ESTIMATES_STALE_MS,
    gcTime: TIME_ESTIMATES_STALE_MS,
  });

/** GET /kanban/filter/time_estimate; the default ones until it has answered. */
export const useTimeEstimates = (): readonly TimeEstimate[] =>
  useQuery(timeEstimatesQuery()).data ?? timeEstimates;

export const workspaceFilterQuery = () =>
  queryOptions({
    queryKey: ['workspaces', 'filter'],
    queryFn: ({ signal }) => api.get<WorkspaceFilterItem[]>('/workspaces/filter', { signal }),
    staleTime: FILTER_LISTS_STALE_MS,
    gcTime: FILTER_LISTS_STALE_MS,
  });

/** GET /workspaces/filter */
export const useWorkspaceFilter = () => useQuery(workspaceFilterQuery());

const trashQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['trash', projectId],
    queryFn: ({ signal }) => api.get<TrashedTask[]>(`/kanban/project/${projectId}/trash`, { signal }),
    // Others may have deleted or restored tasks since it was last open.
    staleTime: 0,
  });

/** GET /kanban/project/{projectId}/trash */
export const useTrash = (projectId: string, enabled = true) =>
  useQuery({ ...trashQuery(projectId), enabled });

/** POST /tasks/{taskId}/restore: its op brings the card to every board. */
export function useRestore(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (taskId: string) => api.post<TaskWriteAnswer>(`/tasks/${taskId}/restore`),
    onSettled: () => queries.invalidateQueries({ queryKey: trashQuery(projectId).queryKey }),
  });
}
