import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { Change } from '#board-sync/board.types';
import { columnName } from '#features/boards/columns/columnName';
import type { Translate } from '#i18n/useT';

/**
 * Describes a change.
 * @param title of its task, or of the first of many
 * @param settings of its project's columns; undefined: unknown here
 */
export function changeText(
  t: Translate,
  change: Change,
  title: string,
  settings: ColumnsSettings | undefined,
): string {
  switch (change.kind) {
    case 'create':
      return t(change.task.rev > 0 ? 'unsaved_restore' : 'unsaved_create', { title });
    case 'patch':
      return t('unsaved_edit', { title });
    case 'move':
      return t('unsaved_move', { title, state: columnName(t, settings, change.state) });
    case 'delete':
      return t('unsaved_delete', { title });
    case 'bulk': {
      const [only, ...others] = Object.values(change.changes);
      return only && others.length === 0 && title
        ? changeText(t, only, title, settings)
        : t('unsaved_bulk', { count: others.length + 1 });
    }
    case 'checklist':
      return t('unsaved_checklist', { title });
    case 'comment':
      return t('unsaved_comment', { title });
  }
}
