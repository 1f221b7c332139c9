import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAddress } from '../useAddress';
import { type BoardFilter, readFilter, writeFilter } from './board.filter';

/** The filter in the URL, and a function that changes a part of it. */
export function useBoardFilter(): [BoardFilter, (part: Partial<BoardFilter>) => void] {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  // Opening a task changes the address too: the filter must stay the same object, so that no card renders.
  const written = writeFilter(new URLSearchParams(), readFilter(params)).toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(written)), [written]);
  const change = useCallback(
    (part: Partial<BoardFilter>) =>
      setAddress((current) => writeFilter(current, { ...readFilter(current), ...part }), { replace: true }),
    [setAddress],
  );
  return [filter, change];
}
