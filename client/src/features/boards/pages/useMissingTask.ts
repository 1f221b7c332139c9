import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { isMissing, readTask } from '#features/tasks/tasks.api';
import { useT } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';
import { useErrorToast } from '#ui/toast/useErrorToast';
import { withTask } from './useTaskAddress';

/**
 * Handles an address with a task that is not on this board: opens its board, with the comment that the address names,
 * or reports that it does not exist or why that is not known, in which case the address stays.
 */
export function useMissingTask(boardId: string): (taskId: string) => Promise<void> {
  const t = useT();
  const navigate = useNavigate();
  const showError = useErrorToast();
  return useCallback(
    async (taskId) => {
      let board: string | null = null;
      try {
        board = (await readTask(taskId)).projectId;
      } catch (error) {
        if (!isMissing(error)) return showError(error);
      }
      const { search } = window.location;
      if (board && board !== boardId) {
        const comment = new URLSearchParams(search).get('comment');
        const params = new URLSearchParams({ task: taskId, ...(comment && { comment }) });
        navigate({ pathname: `/project/${board}`, search: params.toString() }, { replace: true });
        return;
      }
      navigate({ search: withTask(search, null) }, { replace: true });
      showToast({ description: t('task_missing'), variant: 'destructive' });
    },
    [boardId, navigate, showError, t],
  );
}
