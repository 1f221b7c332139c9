import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * Changes what is in the address behind the question mark. The router shows a new address in a transition: what it
 * has shown may be older than the change before this one, so the window is asked.
 */
export function useAddress(): (change: Change, options?: { replace: boolean }) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (change, options) => setParams(change(new URLSearchParams(window.location.search)), options),
    [setParams],
  );
}
