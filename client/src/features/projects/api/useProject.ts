import type { Project } from '@livelane/shared/projects/project.schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { PROJECT_STALE_MS } from '../../../lib/cacheTimes';

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId],
    queryFn: ({ signal }) => api.get<Project>(`/projects/${projectId}`, { signal }),
    staleTime: PROJECT_STALE_MS,
  });

/** GET /projects/{projectId} */
export const useProject = (projectId: string) => useQuery(projectQuery(projectId));
