import type { CreateLabelInput, Label, UpdateLabelInput } from '@livelane/shared/labels/label.schema';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api';
import { besideOthers } from '#lib/besideOthers';
import { LABELS_STALE_MS } from '#lib/cacheTimes';

const pathOf = (workspaceId: string) => `/workspaces/${workspaceId}/labels`;

/** The labels of some workspaces. When one changes, a push marks them as stale for everyone. */
const labelsQuery = (workspaceIds: readonly string[]) =>
  queryOptions({
    queryKey: ['labels', ...workspaceIds],
    queryFn: async ({ signal }) => {
      const lists = workspaceIds.map((id) =>
        besideOthers.run(() => api.get<Label[]>(pathOf(id), { signal })),
      );
      return (await Promise.all(lists)).flat();
    },
    enabled: workspaceIds.length > 0,
    staleTime: LABELS_STALE_MS,
  });

/** GET /workspaces/{workspaceId}/labels */
export const useLabels = (workspaceIds: readonly string[]) => useQuery(labelsQuery(workspaceIds));

/** Reads the labels of some workspaces as they are now. */
export function useReadLabels(workspaceIds: readonly string[]) {
  const queries = useQueryClient();
  return () => queries.fetchQuery({ ...labelsQuery(workspaceIds), staleTime: 0 });
}

/** Changes labels, and invalidates the lists that depend on them. */
function useLabelChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Also after a failure: a label that was already deleted must leave the lists, too.
    onSettled: () => queries.invalidateQueries({ queryKey: ['labels'] }),
  });
}

export const useCreateLabel = (workspaceId: string) =>
  useLabelChange((input: CreateLabelInput) => api.post<Label>(pathOf(workspaceId), input));

export const useUpdateLabel = (workspaceId: string) =>
  useLabelChange(({ id, ...input }: UpdateLabelInput & { id: string }) =>
    api.put<Label>(`${pathOf(workspaceId)}/${id}`, input),
  );

export const useMergeLabel = (workspaceId: string) =>
  useLabelChange(({ id, into }: { id: string; into: string }) =>
    api.post<Label>(`${pathOf(workspaceId)}/${id}/merge`, { into }),
  );

export const useDeleteLabel = (workspaceId: string) =>
  useLabelChange((id: string) => api.delete<void>(`${pathOf(workspaceId)}/${id}`));

/** Restores a deleted or merged label, on the cards that had it. */
export const useRestoreLabel = (workspaceId: string) =>
  useLabelChange((id: string) => api.post<Label>(`${pathOf(workspaceId)}/${id}/restore`, {}));
