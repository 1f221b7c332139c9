import { createContext, type RefObject, useContext, useEffect, useRef } from 'react';
import type { RealtimeClient } from './realtime.client';

/** The live client of the signed-in user, for the pages. */
export const RealtimeClientContext = createContext<RealtimeClient | null>(null);
export const useRealtimeClient = (): RealtimeClient | null => useContext(RealtimeClientContext);

/** The same as a ref, for callbacks that must not change when the client starts, which is after the first rendering. */
export function useRealtimeRef(): RefObject<RealtimeClient | null> {
  const live = useRealtimeClient();
  const ref = useRef(live);
  useEffect(() => {
    ref.current = live;
  }, [live]);
  return ref;
}
