import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { leavingKey } from '../../../lib/leaving';

export function useDeleteWorkspace(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: leavingKey(workspaceId),
    mutationFn: () => api.delete<void>(`/workspaces/${workspaceId}`),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['workspaces', workspaceId] });
      return queries.invalidateQueries({ queryKey: ['workspaces', 'user'] });
    },
  });
}
