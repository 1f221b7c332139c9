import type { Workspace, WorkspaceInput } from '@livelane/shared/workspaces/workspace.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';

export function useCreateWorkspace() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: WorkspaceInput) => api.post<Workspace>('/workspaces', input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  });
}
