import type { ProjectFilterItem } from '@livelane/shared/projects/project.schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { FILTER_LISTS_STALE_MS } from '../../../lib/cacheTimes';

/** Below the key of workspaces: whatever creates, renames or deletes a project makes both out of date. */
export const projectFilterQuery = () =>
  queryOptions({
    queryKey: ['workspaces', 'projectFilter'],
    queryFn: ({ signal }) => api.get<ProjectFilterItem[]>('/projects/filter', { signal }),
    staleTime: FILTER_LISTS_STALE_MS,
  });

/** GET /projects/filter */
export const useProjectFilter = () => useQuery(projectFilterQuery());
