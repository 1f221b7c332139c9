import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useCallback } from 'react';
import { useT } from '#i18n/useT';
import { useBoard } from '../board.context';
import { columnName } from './columnName';

/** Returns a board's name of a column. */
export function useColumnName(): (state: TaskState) => string {
  const t = useT();
  const { settings } = useBoard();
  return useCallback((state) => columnName(t, settings, state), [settings, t]);
}
