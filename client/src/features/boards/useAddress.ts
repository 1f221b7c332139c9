import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * Changes the query of the address. The router renders a new address in a transition and may be behind the previous
 * change, so the window's address is used.
 */
export function useAddress(): (change: Change, options?: { replace: boolean }) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (change, options) => setParams(change(new URLSearchParams(window.location.search)), options),
    [setParams],
  );
}
