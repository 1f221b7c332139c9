import { BULK_MAX } from '@livelane/shared/http/limits';
import { useCallback } from 'react';
import { selectColumn } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { useAppStore } from '#store/hooks';
import { showToast } from '#ui/toast/toast.store';
import { useBoard } from '../board.context';
import { shownCards, shownStates } from '../shownCards';
import { select } from './selection';

/** Selects all shown cards that the user may change, at most as many as can be changed at once. */
export function useSelectAll(): () => void {
  const t = useT();
  const store = useAppStore();
  const { boardId, filter, look, workspaceOf, settings, canEdit } = useBoard();
  return useCallback(() => {
    const all = shownStates(settings).flatMap((state) => {
      const column = selectColumn(store.getState(), boardId, state);
      return shownCards(column, { filter, look, workspaceOf }).filter((id) =>
        canEdit(column?.cards[id]?.projectId ?? ''),
      );
    });
    if (!select(all)) showToast({ description: t('bulk_most', { max: BULK_MAX }) });
  }, [store, boardId, filter, look, workspaceOf, settings, canEdit, t]);
}
