import { useEffect, useState } from 'react';
import { selectOldestWaiting, selectPendingCount } from '#board-sync/board.selectors';
import { useAppSelector } from '#store/hooks';

/** Changes that are saved within this time are not counted (R19). */
const SOON_MS = 2_000;

/** The number of this client's unsaved changes, once one of them has waited for a while. */
export function useWaitingCount(): number {
  const oldest = useAppSelector(selectOldestWaiting);
  const count = useAppSelector(selectPendingCount);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!oldest) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), SOON_MS);
    return () => clearTimeout(timer);
  }, [oldest]);
  return isLate ? count : 0;
}
