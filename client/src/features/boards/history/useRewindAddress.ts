import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { setTimer } from '#lib/timers';

const PARAM = 'at';
/** The address names a version that stays for this long: browsers refuse many changes in a short time. */
const SETTLE_MS = 500;

interface RewindOpened {
  /** Looking back made this entry of the browser's history: going back closes the past. */
  isRewindOpened?: boolean;
}

/**
 * A board's past has an address of its own, `?at=<version>`: it can be shared, a reload shows it again, and the
 * browser's Back closes it. Going through the past makes no entries of the browser's history.
 * @param shownV the shown version, once there is one
 * @param onGo the browser's history has gone to another version
 */
export function useRewindAddress(shownV: number | undefined, onGo: (v: number) => void) {
  const navigate = useNavigate();
  const { search, state, key } = useLocation();
  const named = namedIn(search);
  /** Whoever looks back has no version yet. On the first page that was opened (`default`), no board is before it. */
  const [isNew] = useState(named === '' && key !== 'default');
  const isOwnEntry = isNew || ((state as RewindOpened | null)?.isRewindOpened ?? false);
  useEffect(() => {
    if (shownV === undefined) return;
    return setTimer(() => {
      const params = new URLSearchParams(window.location.search);
      // Someone may have gone back, which the router has not rendered yet.
      if (!params.has(PARAM)) return;
      params.set(PARAM, String(shownV));
      const entry: RewindOpened = { isRewindOpened: isOwnEntry };
      navigate({ search: params.toString() }, { replace: true, state: entry });
    }, SETTLE_MS);
  }, [shownV, isOwnEntry, navigate]);
  /** Where it opens; undefined: now. */
  const [startV] = useState(() => versionOf(named));
  const go = useRef(onGo);
  useEffect(() => {
    go.current = onGo;
  });
  useEffect(() => {
    // Only the browser's history brings another past: changes from here on are no such event.
    const follow = () => {
      const v = versionOf(namedIn(window.location.search));
      if (v !== undefined) go.current(v);
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return { startV, isOwnEntry };
}

const namedIn = (search: string) => new URLSearchParams(search).get(PARAM);

const versionOf = (named: string | null) => (named && /^\d+$/.test(named) ? Number(named) : undefined);
