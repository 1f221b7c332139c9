import { type TimeEstimate, timeEstimates } from '@livelane/shared/tasks/task.values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { TIME_ESTIMATES_STALE_MS } from '../../../lib/cacheTimes';

export const timeEstimatesQuery = () =>
  queryOptions({
    queryKey: ['timeEstimates'],
    queryFn: ({ signal }) => api.get<TimeEstimate[]>('/kanban/filter/time_estimate', { signal }),
    staleTime: TIME_ESTIMATES_STALE_MS,
    gcTime: TIME_ESTIMATES_STALE_MS,
  });

/** GET /kanban/filter/time_estimate; the usual ones until it has answered. */
export const useTimeEstimates = (): readonly TimeEstimate[] =>
  useQuery(timeEstimatesQuery()).data ?? timeEstimates;
