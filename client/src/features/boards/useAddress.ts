import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * Changes the query of the address. The router renders a new address in a transition and may be behind the previous
 * change, so the window's address is used. The function stays the same when the query changes: no card renders then.
 */
export function useAddress(): (change: Change, options?: { replace: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (change, options) =>
      navigate({ search: change(new URLSearchParams(window.location.search)).toString() }, options),
    [navigate],
  );
}
