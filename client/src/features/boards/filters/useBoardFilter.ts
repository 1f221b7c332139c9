import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAddress } from '../useAddress';
import { type BoardFilter, readFilter, writeFilter } from './board.filter';

/** The filter in the URL, and what changes a part of it. */
export function useBoardFilter(): [BoardFilter, (part: Partial<BoardFilter>) => void] {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  // The address changes with an opened task too: the filter stays the same object then, and no card is rendered.
  const written = writeFilter(new URLSearchParams(), readFilter(params)).toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(written)), [written]);
  const change = useCallback(
    (part: Partial<BoardFilter>) =>
      setAddress((current) => writeFilter(current, { ...readFilter(current), ...part }), { replace: true }),
    [setAddress],
  );
  return [filter, change];
}
