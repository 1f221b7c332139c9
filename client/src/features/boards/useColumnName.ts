import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useCallback } from 'react';
import { useT } from '#i18n/useT';
import { useBoard } from './board.context';

/** Returns a board's name of a column. */
export function useColumnName(): (state: TaskState) => string {
  const t = useT();
  const { settings } = useBoard();
  return useCallback((state) => settings[state]?.name ?? t(`kanban_state_${state}`), [settings, t]);
}
