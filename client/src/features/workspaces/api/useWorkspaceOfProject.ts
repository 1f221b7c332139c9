import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { WORKSPACE_BY_PROJECT_KEPT_MS, WORKSPACE_BY_PROJECT_STALE_MS } from '../../../lib/cacheTimes';

export const workspaceOfProjectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['workspaces', 'project', projectId],
    queryFn: ({ signal }) => api.get<Workspace>(`/workspaces/project/${projectId}`, { signal }),
    staleTime: WORKSPACE_BY_PROJECT_STALE_MS,
    gcTime: WORKSPACE_BY_PROJECT_KEPT_MS,
  });

/** GET /workspaces/project/{projectId}: the workspace with its projects. */
export const useWorkspaceOfProject = (projectId: string) => useQuery(workspaceOfProjectQuery(projectId));
