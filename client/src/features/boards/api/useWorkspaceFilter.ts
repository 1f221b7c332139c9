import type { WorkspaceFilterItem } from '@livelane/shared/workspaces/workspace.schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { FILTER_LISTS_STALE_MS } from '../../../lib/cacheTimes';

export const workspaceFilterQuery = () =>
  queryOptions({
    queryKey: ['workspaces', 'filter'],
    queryFn: ({ signal }) => api.get<WorkspaceFilterItem[]>('/workspaces/filter', { signal }),
    staleTime: FILTER_LISTS_STALE_MS,
  });

/** GET /workspaces/filter */
export const useWorkspaceFilter = () => useQuery(workspaceFilterQuery());
