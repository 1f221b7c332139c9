import type { Timeline } from '@livelane/shared/history/history.schema';
import { queryOptions } from '@tanstack/react-query';
import type { BoardRead } from '#board-sync/board.reading';
import { api } from '#lib/api';
import { readBoard } from '#realtime/board.request';

/** GET /kanban/project/{id}/timeline, read again whenever someone looks back. */
export const timelineQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['timeline', projectId],
    queryFn: ({ signal }) => api.get<Timeline>(`/kanban/project/${projectId}/timeline`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** A moment of a board: a version, or a time in milliseconds since 1970. */
export type Moment = { v: number } | { time: number };

/** GET /kanban/project/{id}/at: a past board. @throws ApiError, NetworkError */
export function readPastBoard(projectId: string, moment: Moment): Promise<BoardRead> {
  const query = 'v' in moment ? `v=${moment.v}` : `time=${new Date(moment.time).toISOString()}`;
  return readBoard(`/kanban/project/${projectId}/at?${query}`);
}
