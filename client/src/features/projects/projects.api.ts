import type {
  CreateProjectInput,
  Project,
  UpdateProjectInput,
} from '@livelane/shared/projects/project.schema';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api';
import { PROJECT_STALE_MS } from '#lib/cacheTimes';
import { leavingKey } from '#lib/leaving';

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId],
    queryFn: ({ signal }) => api.get<Project>(`/projects/${projectId}`, { signal }),
    staleTime: PROJECT_STALE_MS,
  });

/** GET /projects/{projectId} */
export const useProject = (projectId: string) => useQuery(projectQuery(projectId));

export function useCreateProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: CreateProjectInput) => api.post<Project>('/projects', input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  });
}

export function useUpdateProject(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: UpdateProjectInput) => api.put<Project>(`/projects/${projectId}`, input),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['projects'] }),
        queries.invalidateQueries({ queryKey: ['workspaces'] }),
      ]),
  });
}

export function useDeleteProject(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: leavingKey(projectId),
    mutationFn: () => api.delete<void>(`/projects/${projectId}`),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['projects', projectId] });
      queries.removeQueries({ queryKey: ['workspaces', 'project', projectId] });
      return queries.invalidateQueries({ queryKey: ['workspaces'] });
    },
  });
}
