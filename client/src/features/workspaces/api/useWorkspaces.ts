import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api';

export const workspacesQuery = () =>
  queryOptions({
    queryKey: ['workspaces', 'user'],
    queryFn: ({ signal }) => api.get<Workspace[]>('/workspaces/user', { signal }),
  });

/** GET /workspaces/user */
export const useWorkspaces = () => useQuery(workspacesQuery());
