import type { Change } from '#board-sync/board.types';
import type { Translate } from '#i18n/useT';

/** What a change does, in words. */
export function changeText(t: Translate, change: Change, title: string): string {
  switch (change.kind) {
    case 'create':
      return t('unsaved_create', { title });
    case 'patch':
      return t('unsaved_edit', { title });
    case 'move':
      return t('unsaved_move', { title, state: t(`kanban_state_${change.state}`) });
    case 'delete':
      return t('unsaved_delete', { title });
    case 'bulk':
      return t('unsaved_bulk', { count: Object.keys(change.changes).length });
    case 'checklist':
      return t('unsaved_checklist', { title });
    case 'comment':
      return t('unsaved_comment', { title });
  }
}
