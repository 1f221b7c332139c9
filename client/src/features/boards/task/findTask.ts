import type { NavigateFunction } from 'react-router-dom';
import { isMissing, readTask } from '#features/tasks/tasks.api';
import type { Translate } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';
import { withTask } from './useTaskAddress';

interface Options {
  taskId: string;
  /** The board that does not have it. */
  boardId: string;
  navigate: NavigateFunction;
  t: Translate;
}

/**
 * Opens the board of a task, with the comment that the address names, or reports that the task does not exist. What
 * the address names is replaced there; otherwise going back leads to the board that does not have it.
 * @throws ApiError, NetworkError when that is not known
 */
export async function findTask({ taskId, boardId, navigate, t }: Options): Promise<void> {
  let board: string | null = null;
  try {
    board = (await readTask(taskId)).projectId;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const { search } = window.location;
  const named = new URLSearchParams(search);
  const isNamed = named.get('task') === taskId;
  if (board && board !== boardId) {
    const comment = isNamed && named.get('comment');
    const params = new URLSearchParams({ task: taskId, ...(comment && { comment }) });
    navigate({ pathname: `/project/${board}`, search: params.toString() }, { replace: isNamed });
    return;
  }
  if (isNamed) navigate({ search: withTask(search, null) }, { replace: true });
  showToast({ description: t('task_missing'), variant: 'destructive' });
}
