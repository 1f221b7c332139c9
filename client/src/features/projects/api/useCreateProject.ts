import type { CreateProjectInput, Project } from '@livelane/shared/projects/project.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';

export function useCreateProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: CreateProjectInput) => api.post<Project>('/projects', input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  });
}
