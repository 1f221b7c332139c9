import type { TaskState } from '../tasks/task.values';

/** A limit on the PUBLIC cards of a column; a hard one is never exceeded. */
export interface WipLimit {
  /** 1 to 10,000. */
  max: number;
  isHard: boolean;
}

/** A project's settings of one of its columns (SPEC.md#columns). */
export interface ColumnSettings {
  /** Shown in place of the state's name. */
  name: string | null;
  /** Not shown; everything else works. */
  isHidden: boolean;
  wipLimit: WipLimit | null;
  policy: string;
}

const defaultColumn: ColumnSettings = { name: null, isHidden: false, wipLimit: null, policy: '' };

/** Columns that must accept all tasks: new, completed and archived ones. */
export const statesWithoutHardLimit: readonly TaskState[] = ['BACKLOG', 'DONE', 'ARCHIVE'];

/** Settings by state; absent ones are the default. */
export type ColumnsSettings = { [State in TaskState]?: Partial<ColumnSettings> | undefined };

export function columnSettings(columns: ColumnsSettings, state: TaskState): ColumnSettings {
  return { ...defaultColumn, ...columns[state] };
}
