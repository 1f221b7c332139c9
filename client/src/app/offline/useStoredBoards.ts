import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { selectConnection } from '#board-sync/board.selectors';
import { type BaseColumns, isWhole, PAST_BOARD } from '#board-sync/board.types';
import { workspacesQuery } from '#features/workspaces/workspaces.api';
import { afterQuiet, quietMoment } from '#lib/quietMoment';
import { getSession } from '#lib/session';
import { listenTo, setRepeating } from '#lib/timers';
import { useAppStore } from '#store/hooks';
import { type AppState, addAppListener } from '#store/store';

/** How often changes are stored; also when the page is left. */
const KEEP_MS = 10_000;

/**
 * In WebKit (2.50) a transaction that begins while the page is left stays open, and the next page waits for it forever.
 * There boards are stored only if the page stays hidden: on a page that is left no timer fires any more.
 */
const IS_WEBKIT = navigator.vendor.startsWith('Apple');
const STILL_THERE_MS = 200;

/** The list of workspaces is read again after this time at the earliest. */
const LIST_STALE_MS = 5 * 60_000;

/** A script of its own: it is needed long after the first screen. */
export const storage = async () => ({
  ...(await import('#board-sync/board.storage')),
  ...(await import('./dehydration')),
});

const isOffline = (state: AppState) => selectConnection(state) === 'offline';

/** Stores the data on the screen in this browser, so that it opens without a server. */
export function useStoredBoards(): void {
  const store = useAppStore();
  const queries = useQueryClient();
  useEffect(() => {
    const kept = new WeakSet<BaseColumns>();
    let isOver = false;
    const keep = async () => {
      const { dehydrated, keepBoard, keepUser, refusedIn, touchBoard } = await storage();
      const { status, user } = getSession();
      // While the script loaded, someone else may have signed in: these boards are not theirs.
      if (isOver || status !== 'signedIn') return;
      await keepUser(user, dehydrated(queries), refusedIn(queries));
      for (const id of Object.keys(store.getState().board.boards)) {
        if (isOver) return;
        // One may be left, perhaps with its right, while another is stored.
        const board = store.getState().board.boards[id];
        if (!board || id === PAST_BOARD) continue;
        if (board.storedAt !== null || !isWhole(board)) continue;
        if (!kept.has(board.base)) {
          await keepBoard(user.id, board, Date.now());
          kept.add(board.base);
        } else if (!isOffline(store.getState())) {
          // What has gone in favour of boards in other tabs is stored the next time, if it is not left by then.
          if (!(await touchBoard(user.id, id, Date.now()))) kept.delete(board.base);
        }
      }
    };
    // Storage is full or off: then nothing opens without a server.
    const tryToKeep = () => void keep().catch(() => undefined);
    const keepWithList = async () => {
      tryToKeep();
      // The list opens without a server, too, even if it was not viewed. Without a connection it never arrives.
      const list = workspacesQuery();
      const readAt = () => queries.getQueryState(list.queryKey)?.dataUpdatedAt;
      const before = readAt();
      await queries.prefetchQuery({ ...list, staleTime: LIST_STALE_MS });
      if (readAt() !== before) tryToKeep();
    };
    // Copies thousands of cards, though in parts.
    const keepQuietly = () => void quietMoment().then(keepWithList);
    // So a reload without a connection shows the same screen, and other boards show what is stored of them.
    const keepOnLoss = addAppListener({
      predicate: (_action, now, before) => isOffline(now) && !isOffline(before),
      effect: () => {
        tryToKeep();
        tryToRestore();
      },
    });
    const tryToRestore = () =>
      void storage()
        .then(({ restoreQueries }) => restoreQueries(queries))
        .catch(() => undefined);
    if (getSession().status === 'offline') tryToRestore();
    const keepHidden = () => {
      if (IS_WEBKIT) window.setTimeout(tryToKeep, STILL_THERE_MS);
      else tryToKeep();
    };
    const stops = [
      afterQuiet(keepWithList),
      setRepeating(keepQuietly, KEEP_MS),
      listenTo(document, 'visibilitychange', keepHidden),
      store.dispatch(keepOnLoss),
    ];
    if (!IS_WEBKIT) stops.push(listenTo(window, 'pagehide', tryToKeep));
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [store, queries]);
}
