import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { Translate } from '#i18n/useT';

/** A project's name of a column. @param settings of its columns; undefined: unknown here */
export const columnName = (t: Translate, settings: ColumnsSettings | undefined, state: TaskState): string =>
  settings?.[state]?.name ?? t(`kanban_state_${state}`);
