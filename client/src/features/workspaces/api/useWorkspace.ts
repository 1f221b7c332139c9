import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api';

export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceId],
    queryFn: ({ signal }) => api.get<Workspace>(`/workspaces/${workspaceId}`, { signal }),
  });

/** GET /workspaces/{workspaceId} */
export const useWorkspace = (workspaceId: string) => useQuery(workspaceQuery(workspaceId));
