import type { ProjectRole } from '../permissions/roles';
import type { TaskState } from '../tasks/task.values';
import type { BoardMember } from './board.schema';
import type { PackedCards } from './card.packing';
import type { ColumnSettings } from './column.settings';

/**
 * With this as `Accept`, GET /kanban/project/{id} and its /at answer the board as lines of JSON, so that a screen can
 * show the first cards early: a `BoardTop`, then `MoreCards` until every column has its `count` cards.
 */
export const BOARD_LINES_TYPE = 'application/vnd.livelane.board+ndjson';

/** The first line: everything of a board but the cards further down in its columns. */
export interface BoardTop {
  projectId: string;
  epoch: string;
  v: number;
  /** Of a past board: the time of that version; null before the first change. */
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
