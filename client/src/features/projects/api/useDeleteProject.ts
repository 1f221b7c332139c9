import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { leavingKey } from '../../../lib/leaving';

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
