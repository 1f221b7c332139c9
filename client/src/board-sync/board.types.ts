import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { Comment } from '@livelane/shared/comments/comment.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { ChecklistItem, ItemChange } from '@livelane/shared/tasks/checklist';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import type { Threads } from './comment.threads';

/** The board over all projects has this id; a project's board has the project's. */
export const PERSONAL_BOARD = 'personal';

/** A project's past board, while someone looks back; it is neither followed nor stored. */
export const PAST_BOARD = 'past';

/** Cards are kept per column, so that copying one object costs a column, not the board. */
export type Cards = Record<string, StoredTask>;
export type BaseColumns = Record<TaskState, Cards>;

export interface ViewColumn {
  /** In board order. */
  ids: string[];
  cards: Cards;
}
export type ViewColumns = Record<TaskState, ViewColumn>;

/** A project on boards. */
interface BoardProject {
  id: string;
  name: string;
  workspaceId: string;
  role: ProjectRole;
}

interface CommonBoard {
  id: string;
  /** The confirmed state: a snapshot and the ops after it. */
  base: BaseColumns;
  /** When it was stored, if it comes from this browser's storage and not from the server: milliseconds since 1970. */
  storedAt: number | null;
  /** R15: base with the pending changes on top, in order. */
  view: ViewColumns;
}

export interface ProjectBoardState extends CommonBoard {
  kind: 'project';
  epoch: string;
  v: number;
  role: ProjectRole;
  members: BoardMember[];
  /** The project's settings of its columns. */
  settings: ColumnsSettings;
  /** The number of cards of each column that have not arrived yet; null once the board is whole. */
  awaited: Record<TaskState, number> | null;
}

export type PeopleById = Record<string, PublicUser>;

export interface PersonalBoardState extends CommonBoard {
  kind: 'personal';
  cursors: Record<string, { epoch: string; v: number }>;
  projects: Record<string, BoardProject>;
  /** The people whose names its cards show, by id; absent in a board that was stored without them. */
  people?: PeopleById;
}

export type BoardState = ProjectBoardState | PersonalBoardState;

/** Whether all of a board is loaded. */
export const isWhole = (board: BoardState): boolean => board.kind === 'personal' || board.awaited === null;

/** This client's change of a task's comment. */
export interface CommentChange {
  kind: 'comment';
  act: 'add' | 'edit' | 'delete' | 'restore';
  /** The painted comment. */
  comment: Comment;
  /** The text before an edit. */
  former?: string;
}

/** This client's change of a task's checklist. */
export interface ChecklistChange {
  kind: 'checklist';
  /** New items whole, of others the changed fields. */
  items: (ChecklistItem | ItemChange)[];
  /** Ids of removed items. */
  gone: string[];
  /** The former changed and removed items. */
  former: ChecklistItem[];
}

/** The effect of this client's change on its card until the server has confirmed it. */
export type Change =
  | { kind: 'create'; task: StoredTask }
  | { kind: 'patch'; fields: Partial<StoredTask> }
  /** `rank` is provisional and valid on the board `boardId` where the drop happened. */
  | { kind: 'move'; state: TaskState; rank: string; boardId: string }
  | { kind: 'delete' }
  | CommentChange
  | ChecklistChange
  /** Changes of many cards as one, by card. */
  | { kind: 'bulk'; changes: Record<string, Change> };

/** A change made here that has not come back as an op yet. */
export interface Pending {
  mutationId: string;
  projectId: string;
  taskId: string;
  change: Change;
  /** The version that contains it, once the server has answered. */
  ackV?: number;
  /** The server has answered it: it will not be sent again. */
  isAnswered?: true;
}

/** The tasks that a change concerns. */
export const tasksOf = ({ taskId, change }: Pending): string[] =>
  change.kind === 'bulk' ? Object.keys(change.changes) : [taskId];

/** What a change does to one of its tasks; undefined for another one. */
export const changeOf = ({ taskId: own, change }: Pending, taskId: string): Change | undefined => {
  if (change.kind === 'bulk') return change.changes[taskId];
  return taskId === own ? change : undefined;
};

export interface BoardsState {
  boards: Record<string, BoardState>;
  /** In the order in which they were made. */
  pending: Pending[];
  /** The comments of open tasks. */
  threads: Threads;
}

export const noBoards: BoardsState = { boards: {}, pending: [], threads: {} };

export function projectBoard(state: BoardsState, projectId: string): ProjectBoardState | undefined {
  const board = state.boards[projectId];
  return board?.kind === 'project' ? board : undefined;
}

export function personalBoard(state: BoardsState): PersonalBoardState | undefined {
  const board = state.boards[PERSONAL_BOARD];
  return board?.kind === 'personal' ? board : undefined;
}

export function perState<T>(make: (state: TaskState) => T): Record<TaskState, T> {
  return Object.fromEntries(taskStates.map((state) => [state, make(state)])) as Record<TaskState, T>;
}
