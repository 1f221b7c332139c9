import type { UpdateColumnInput } from '@livelane/shared/boards/column.schema';
import { columnSettings } from '@livelane/shared/boards/column.settings';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useCallback } from 'react';
import { useT } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';
import { useErrorToast } from '#ui/toast/useErrorToast';
import { useBoard } from '../board.context';
import { useUpdateColumn } from './columns.api';
import { useColumnName } from './useColumnName';

/** Changes a column, with a toast that offers to undo it. Rejects only if `showsErrors` is false. */
export function useChangeColumn() {
  const t = useT();
  const { boardId, settings } = useBoard();
  const showError = useErrorToast();
  const nameOf = useColumnName();
  const { mutateAsync } = useUpdateColumn(boardId);
  return useCallback(
    async (state: TaskState, input: UpdateColumnInput, showsErrors = true): Promise<void> => {
      const before = columnSettings(settings, state);
      const former = Object.fromEntries(
        Object.keys(input).map((field) => [field, before[field as keyof typeof before]]),
      );
      try {
        await mutateAsync({ state, ...input });
      } catch (error) {
        if (!showsErrors) throw error;
        showError(error);
        return;
      }
      showToast({
        description: t('column_saved', { state: input.name ?? nameOf(state) }),
        variant: 'success',
        action: { label: t('undo'), run: () => void mutateAsync({ state, ...former }).catch(showError) },
      });
    },
    [mutateAsync, settings, nameOf, showError, t],
  );
}
