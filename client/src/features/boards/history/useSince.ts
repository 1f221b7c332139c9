import { useCallback, useEffect, useRef, useState } from 'react';
import { projectBoard } from '#board-sync/board.types';
import { markSeen, readActivity } from '#features/activity/activity.api';
import { useCurrentUser } from '#lib/useSession';
import { useAppSelector } from '#store/hooks';
import { type Since, sinceOf, visitBegun, visitEnded, visitedFrom } from './since';

/** Most changes that are read for the count. */
const READ_LIMIT = 100;
const NO_TASKS: ReadonlySet<string> = new Set();

/**
 * The changes of others on a board since its user's last visit, on any device. Leaving the board, or dismissing the
 * line, marks them as seen.
 */
export function useSince(projectId: string) {
  const userId = useCurrentUser().id;
  const seenV = useAppSelector((state) => state.realtime.seen[projectId]);
  const headV = useAppSelector((state) => projectBoard(state.board, projectId)?.v);
  const [since, setSince] = useState<Since | null>(null);
  /** The missed changes have been read, or cannot be. */
  const [isRead, setRead] = useState(false);
  /** The version that this page itself has reported. */
  const reported = useRef(0);
  const head = useRef(headV);
  const seen = useRef(seenV);
  useEffect(() => {
    if (headV !== undefined) head.current = headV;
    seen.current = seenV;
  }, [headV, seenV]);
  const isKnown = seenV !== undefined && headV !== undefined;

  useEffect(() => {
    if (!isKnown) return;
    const afterV = visitedFrom(projectId, seen.current ?? 0);
    visitBegun(projectId, afterV);
    if (!isBehind(afterV, head.current)) {
      setRead(true);
      return;
    }
    let isLeft = false;
    readActivity({ projectId, after: afterV }, { limit: READ_LIMIT })
      .then(
        ({ items, next }) => {
          if (!isLeft) setSince(sinceOf(items, { afterV, userId, hasMore: next !== null }));
        },
        // Without a connection there is nothing to show; the next visit shows it.
        () => undefined,
      )
      .finally(() => {
        if (!isLeft) setRead(true);
      });
    return () => {
      isLeft = true;
    };
    // Read once per visit: changes during the visit count as seen.
  }, [projectId, isKnown, userId]);
  useEffect(() => {
    // Seen on another device.
    if (since && seenV !== undefined && seenV !== reported.current && seenV > since.afterV) setSince(null);
  }, [seenV, since]);

  const report = useCallback(
    (keepalive: boolean) => {
      const v = head.current;
      if (v === undefined || v <= reported.current) return;
      reported.current = v;
      // If it does not arrive, the next visit shows the same again.
      markSeen(projectId, v, { keepalive }).catch(() => undefined);
    },
    [projectId],
  );
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') report(true);
    };
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      report(true);
      visitEnded(projectId);
      reported.current = 0;
      head.current = undefined;
      setSince(null);
      setRead(false);
    };
  }, [projectId, report]);

  const dismiss = useCallback(() => {
    setSince(null);
    visitEnded(projectId);
    report(false);
  }, [projectId, report]);
  const seeTask = useCallback(
    (taskId: string) =>
      setSince((now) => now && { ...now, taskIds: new Set([...now.taskIds].filter((id) => id !== taskId)) }),
    [],
  );
  /** Reserves the line's space from the first paint on, so that nothing moves when it appears. */
  const isComing = !isRead && isKnown && isBehind(visitedFrom(projectId, seenV), headV);
  return { since, isComing, changed: since?.taskIds ?? NO_TASKS, dismiss, seeTask };
}

/** Someone who has never been here has missed nothing. */
function isBehind(afterV: number, headV: number | undefined): boolean {
  return afterV > 0 && afterV < (headV ?? 0);
}
