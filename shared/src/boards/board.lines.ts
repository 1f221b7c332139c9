import type { ProjectRole } from '../permissions/roles';
import type { TaskState } from '../tasks/task.values';
import type { BoardMember } from './board.schema';
import type { PackedCards } from './card.packing';
import type { ColumnSettings } from './column.settings';

/**
 * GET /kanban/project/{id} and its /at with this as their `Accept` answer the board as lines of JSON, for a screen that shows the
 * first cards before the others are here: a `BoardTop`, then `MoreCards` until every column has as many as it counts.
 */
export const BOARD_LINES_TYPE = 'application/vnd.livelane.board+ndjson';

/** The first line: everything of a board but the cards further down in its columns. */
export interface BoardTop {
  projectId: string;
  epoch: string;
  v: number;
  /** Of a board as it was: when that version came to be; null before the first change. */
  at?: string | null;
  /** The caller's effective role. */
  role: ProjectRole;
  /** In board order; `count` is how many cards a column has, `cards` are its first ones. */
  columns: (Partial<ColumnSettings> & { state: TaskState; count: number; cards: PackedCards[] })[];
  members: BoardMember[];
}

/** A further line: the next cards of one column, in its order. */
export interface MoreCards {
  state: TaskState;
  cards: PackedCards[];
}
