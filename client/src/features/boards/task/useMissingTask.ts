import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { withLateTexts } from '#i18n/late.texts';
import { useT } from '#i18n/useT';
import { useErrorToast } from '#ui/toast/useErrorToast';

/** Fetched when a board does not have a task that is asked for. */
const loadFinder = withLateTexts(() => import('./findTask'));

/**
 * Handles a task that is asked for, perhaps by the address, and is not on this board: opens its board, or reports that
 * it does not exist or why that is not known, in which case the address stays.
 */
export function useMissingTask(boardId: string): (taskId: string) => Promise<void> {
  const t = useT();
  const navigate = useNavigate();
  const showError = useErrorToast();
  return useCallback(
    async (taskId) => {
      try {
        const { findTask } = await loadFinder();
        await findTask({ taskId, boardId, navigate, t });
      } catch (error) {
        showError(error);
      }
    },
    [boardId, navigate, showError, t],
  );
}
