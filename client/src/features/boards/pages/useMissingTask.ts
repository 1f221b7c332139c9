import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { readTask } from '#features/tasks/tasks.api';
import { useT } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';

/** Handles an address with a task that is not on this board: opens its board, or reports that it does not exist. */
export function useMissingTask(boardId: string): (taskId: string) => Promise<void> {
  const t = useT();
  const navigate = useNavigate();
  return useCallback(
    async (taskId) => {
      const board = await readTask(taskId).then(
        ({ projectId }) => projectId,
        () => null,
      );
      if (board && board !== boardId) {
        navigate({ pathname: `/project/${board}`, search: `task=${taskId}` }, { replace: true });
        return;
      }
      const params = new URLSearchParams(window.location.search);
      params.delete('task');
      navigate({ search: params.toString() }, { replace: true });
      showToast({ description: t('task_missing'), variant: 'destructive' });
    },
    [boardId, navigate, t],
  );
}
