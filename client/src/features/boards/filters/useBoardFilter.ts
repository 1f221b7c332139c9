import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type BoardFilter, readFilter, writeFilter } from './board.filter';

/** The filter in the URL. */
export function useBoardFilter(): [BoardFilter, (filter: BoardFilter) => void] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readFilter(params), [params]);
  const setFilter = useCallback(
    (next: BoardFilter) => setParams((current) => writeFilter(current, next), { replace: true }),
    [setParams],
  );
  return [filter, setFilter];
}
