import type { Project, UpdateProjectInput } from '@livelane/shared/projects/project.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';

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
