import type { Workspace, WorkspaceInput } from '@livelane/shared/workspaces/workspace.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';

export function useUpdateWorkspace(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: WorkspaceInput) => api.put<Workspace>(`/workspaces/${workspaceId}`, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  });
}
