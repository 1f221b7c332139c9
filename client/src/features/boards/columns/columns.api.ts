import type { ColumnAnswer, UpdateColumnInput } from '@livelane/shared/boards/column.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useMutation } from '@tanstack/react-query';
import { api } from '#lib/api';

/** PUT /projects/{projectId}/columns/{state}: its op brings the change to every board. */
export const useUpdateColumn = (projectId: string) =>
  useMutation({
    mutationFn: ({ state, ...input }: UpdateColumnInput & { state: TaskState }) =>
      api.put<ColumnAnswer>(`/projects/${projectId}/columns/${state}`, input),
  });
