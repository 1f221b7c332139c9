import type { CreateViewInput, UpdateViewInput, View } from '@livelane/shared/views/view.schema';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import { api } from '#lib/api';
import { VIEWS_STALE_MS } from '#lib/cacheTimes';

/** When a view changes, a push marks the lists as stale for everyone who sees it. */
const viewsQuery = (boardId: string) =>
  queryOptions({
    queryKey: ['views', boardId],
    queryFn: ({ signal }) =>
      api.get<View[]>(boardId === PERSONAL_BOARD ? '/views' : `/views?projectId=${boardId}`, { signal }),
    staleTime: VIEWS_STALE_MS,
  });

/** GET /views: the user's own of a board, and the project's. */
export const useViews = (boardId: string) => useQuery(viewsQuery(boardId));

/** Reads a board's saved views as they are now. */
export function useReadViews(boardId: string) {
  const queries = useQueryClient();
  return () => queries.fetchQuery({ ...viewsQuery(boardId), staleTime: 0 });
}

function useViewChange<Input, Answer>(boardId: string, change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: viewsQuery(boardId).queryKey }),
  });
}

export const useCreateView = (boardId: string) =>
  useViewChange(boardId, (input: CreateViewInput) => api.post<View>('/views', input));

export const useUpdateView = (boardId: string) =>
  useViewChange(boardId, ({ id, ...input }: UpdateViewInput & { id: string }) =>
    api.put<View>(`/views/${id}`, input),
  );

export const useDeleteView = (boardId: string) =>
  useViewChange(boardId, (id: string) => api.delete<void>(`/views/${id}`));
