import { useEffect } from 'react';
import { selectBoard, selectConnection } from '#board-sync/board.selectors';
import { boardRestored } from '#board-sync/board.slice';
import { ApiError, NetworkError } from '#lib/api';
import { useSession } from '#lib/useSession';
import { useAppDispatch, useAppSelector } from '#store/hooks';

/**
 * Shows the stored board when the server is out of reach, and deletes it when there is none for its user.
 * @param error of the attempt to read it
 */
export function useRestoredBoard(boardId: string, error: unknown): void {
  const dispatch = useAppDispatch();
  const { status, user } = useSession();
  const isMissing = useAppSelector((state) => selectBoard(state, boardId) === undefined);
  const isCut = useAppSelector((state) => selectConnection(state) === 'offline');
  const isOffline = isCut || status === 'offline' || error instanceof NetworkError;
  const isGone = error instanceof ApiError && error.status === 404;
  const userId = user?.id;
  useEffect(() => {
    if (!isMissing || !(isOffline || isGone) || !userId) return;
    let isWanted = true;
    import('#board-sync/board.storage')
      .then(({ forgetProjects, readStoredBoard }) =>
        isGone ? forgetProjects(boardId) : readStoredBoard(userId, boardId),
      )
      .then((stored) => {
        if (stored && isWanted) dispatch(boardRestored({ ...stored.board, storedAt: stored.at }));
      })
      // Storage is off: the page reports that the board cannot be read.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [isMissing, isOffline, isGone, userId, boardId, dispatch]);
}
