import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { ReactNode } from 'react';
import { selectTask } from '#board-sync/board.selectors';
import type { TaskSteps } from '#features/tasks/components/TaskHeader';
import { useAppSelector } from '#store/hooks';
import { useTaskSteps } from './useTaskSteps';

interface Props {
  boardId: string;
  taskId: string;
  onStep: (taskId: string, isStep: boolean) => void;
  children: (task: StoredTask | undefined, steps: TaskSteps) => ReactNode;
}

/** The present state of a task, and its neighbours. */
export function LiveTask({ boardId, taskId, onStep, children }: Props) {
  const { previous, next } = useTaskSteps(taskId);
  const task = useAppSelector((state) => selectTask(state, boardId, taskId));
  const stepTo = (id: string | null) => (id === null ? null : () => onStep(id, true));
  return children(task, { onPrevious: stepTo(previous), onNext: stepTo(next) });
}
