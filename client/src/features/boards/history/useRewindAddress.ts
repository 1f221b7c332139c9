import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { setTimer } from '#lib/timers';

const PARAM = 'at';
/** The address names a version that stays for this long: browsers refuse many changes in a short time. */
const SETTLE_MS = 500;

/**
 * A board's past has an address of its own, `?at=<version>`: it can be shared, a reload shows it again, and the
 * browser's Back closes it. Going through the past makes no entries of the browser's history.
 * @param shownV the shown version, once there is one
 */
export function useRewindAddress(shownV: number | undefined) {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const named = new URLSearchParams(search).get(PARAM) ?? '';
  const entry = useRef({ state });
  useEffect(() => {
    entry.current = { state };
  });
  useEffect(() => {
    if (shownV === undefined) return;
    return setTimer(() => {
      const params = new URLSearchParams(window.location.search);
      // Someone may have gone back, which the router has not rendered yet.
      if (!params.has(PARAM)) return;
      params.set(PARAM, String(shownV));
      navigate({ search: params.toString() }, { replace: true, state: entry.current.state });
    }, SETTLE_MS);
  }, [shownV, navigate]);

  const isOwnEntry = (state as RewindOpened | null)?.isRewindOpened ?? false;
  /** Where it opens; undefined: now. */
  const [startV] = useState(/^\d+$/.test(named) ? Number(named) : undefined);
  return { startV, isOwnEntry };
}

/** State of an entry of the browser's history. */
export interface RewindOpened {
  /** Looking back made it: going back closes the past. */
  isRewindOpened?: boolean;
}
