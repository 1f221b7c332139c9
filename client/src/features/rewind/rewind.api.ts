import type { Timeline } from '@livelane/shared/history/history.schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';

/** GET /kanban/project/{id}/timeline, read again whenever someone looks back. */
export const timelineQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['timeline', projectId],
    queryFn: ({ signal }) => api.get<Timeline>(`/kanban/project/${projectId}/timeline`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
