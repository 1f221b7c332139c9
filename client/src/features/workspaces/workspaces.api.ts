import type { Workspace, WorkspaceInput } from '@livelane/shared/workspaces/workspace.schema';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api';
import { WORKSPACE_BY_PROJECT_KEPT_MS, WORKSPACE_BY_PROJECT_STALE_MS } from '#lib/cacheTimes';
import { leavingKey } from '#lib/leaving';

export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceId],
    queryFn: ({ signal }) => api.get<Workspace>(`/workspaces/${workspaceId}`, { signal }),
  });

export const workspaceOfProjectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['workspaces', 'project', projectId],
    queryFn: ({ signal }) => api.get<Workspace>(`/workspaces/project/${projectId}`, { signal }),
    staleTime: WORKSPACE_BY_PROJECT_STALE_MS,
    gcTime: WORKSPACE_BY_PROJECT_KEPT_MS,
  });

export const workspacesQuery = () =>
  queryOptions({
    queryKey: ['workspaces', 'user'],
    queryFn: ({ signal }) => api.get<Workspace[]>('/workspaces/user', { signal }),
    // What boards without a connection know of their projects; it is stored with them.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** The user's list, if it is known: it has each workspace with its projects. */
const useKnownWorkspaces = () => useQuery({ ...workspacesQuery(), enabled: false }).data;

/** GET /workspaces/{workspaceId} */
export const useWorkspace = (workspaceId: string) => useQuery(workspaceQuery(workspaceId));

/** GET /workspaces/{workspaceId}, to be shown: until it is read, as the user's list has it, if that is known. */
export function useShownWorkspace(workspaceId: string) {
  const { data, error, refetch } = useWorkspace(workspaceId);
  const known = useKnownWorkspaces();
  return { data: data ?? known?.find(({ id }) => id === workspaceId), error, refetch };
}

/** GET /workspaces/project/{projectId}: the workspace with its projects. Until it is read, as for `useShownWorkspace`. */
export function useWorkspaceOfProject(projectId: string) {
  const { data, error } = useQuery(workspaceOfProjectQuery(projectId));
  const known = useKnownWorkspaces();
  return { data: data ?? known?.find(({ projects }) => projects.some(({ id }) => id === projectId)), error };
}

/** GET /workspaces/user */
export const useWorkspaces = () => useQuery(workspacesQuery());

export function useCreateWorkspace() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: WorkspaceInput) => api.post<Workspace>('/workspaces', input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  });
}

export function useDeleteWorkspace(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: leavingKey(workspaceId),
    mutationFn: () => api.delete<void>(`/workspaces/${workspaceId}`),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['workspaces', workspaceId] });
      return queries.invalidateQueries({ queryKey: ['workspaces'] });
    },
  });
}

export function useUpdateWorkspace(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: WorkspaceInput) => api.put<Workspace>(`/workspaces/${workspaceId}`, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  });
}
