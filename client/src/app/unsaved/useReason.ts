import type { ErrorCode } from '@livelane/shared/http/error.codes';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type Change, projectBoard } from '#board-sync/board.types';
import type { BoardMutation } from '#board-sync/mutations';
import { columnName } from '#features/boards/columns/columnName';
import { useT } from '#i18n/useT';
import { useAppStore } from '#store/hooks';
import { useRefusalTexts } from '#ui/useErrorText';

/** Returns why the server has refused a change, and what its user can do about that. */
export function useReason(): (
  { entry, pending }: BoardMutation,
  code: ErrorCode | undefined,
  message: string,
) => string {
  const t = useT();
  const store = useAppStore();
  const textOfRefusal = useRefusalTexts();
  return ({ entry: { projectId }, pending }, code, message) => {
    const state = code === 'wip_limit' && enteredBy(pending.change);
    if (!state) return textOfRefusal({ code, message, errors: [] });
    const settings = projectBoard(store.getState().board, projectId)?.settings;
    return t('unsaved_full', { state: columnName(t, settings, state) });
  };
}

/** The column that a change puts cards into, if it names one. */
function enteredBy(change: Change | undefined): TaskState | undefined {
  switch (change?.kind) {
    case 'move':
      return change.state;
    case 'create':
      return change.task.state;
    case 'patch':
      return change.fields.state;
    case 'bulk':
      return enteredBy(Object.values(change.changes)[0]);
    default:
      return undefined;
  }
}
