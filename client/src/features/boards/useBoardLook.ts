import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type BoardLook, readLook, writeLook } from './board.look';
import { useAddress } from './useAddress';

/** The look in the URL, and a function that changes a part of it. */
export function useBoardLook(): [BoardLook, (part: Partial<BoardLook>) => void] {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const { lanes, sort, viewId } = readLook(params);
  const look = useMemo(() => ({ lanes, sort, viewId }), [lanes, sort, viewId]);
  const change = useCallback(
    (part: Partial<BoardLook>) =>
      setAddress((current) => writeLook(current, { ...readLook(current), ...part }), { replace: true }),
    [setAddress],
  );
  return [look, change];
}
