import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { Label } from '@livelane/shared/labels/label.schema';
import type { TaskInput } from '@livelane/shared/tasks/task.fields';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { createContext, useContext } from 'react';
import type { BulkEdit } from '#board-sync/bulk.mutations';
import type { BoardMutation, DropPlace } from '#board-sync/mutations';
import type { Beside } from '#board-sync/undo';
import type { BoardLook } from './board.look';
import type { BoardFilter } from './filters/board.filter';

/** Values of a new task from quick add and its lane, or from another app that shares them. */
export type GivenTask = Partial<TaskInput & Pick<StoredTask, 'projectId'>>;

/** @property workspace set if another workspace has a label of the same name */
export type BoardLabel = Label & { workspace?: string | undefined };

/** Data and actions for the cards and columns of one board; stable while unchanged. */
export interface BoardContextValue {
  /** Cards that others have changed since the user was last here. */
  changed: ReadonlySet<string>;
  boardId: string;
  filter: BoardFilter;
  look: BoardLook;
  /** People by id, for the assignees' avatars. */
  people: ReadonlyMap<string, Pick<BoardMember, 'id' | 'firstName' | 'surname'>>;
  /** The people who can be assigned in a project; empty until they are known. */
  assignableIn: (projectId: string) => readonly Pick<BoardMember, 'id'>[];
  /** The people of these projects will be needed for a choice. */
  onPeopleWanted: (projectIds: readonly string[]) => void;
  /** By id; empty until they have loaded. */
  labels: ReadonlyMap<string, BoardLabel>;
  /** The name of a card's project; null if all cards are of the same one. */
  projectName: (projectId: string) => string | null;
  projectOf: (projectId: string) => { name: string } | undefined;
  /** The project's settings of its columns; empty on the board over all projects. */
  settings: ColumnsSettings;
  canEditColumns: boolean;
  workspaceOf: (projectId: string) => string | undefined;
  canEdit: (projectId: string) => boolean;
  canCreate: boolean;
  /** The default project of a new task; null: its user is asked. */
  projectForNew: string | null;
  onOpen: (taskId: string) => void;
  onNew: (state: TaskState) => void;
  /** @param given values from the task's lane; an empty project is chosen by its user */
  onQuickAdd: (state: TaskState, title: string, given?: GivenTask) => void;
  /**
   * @param edit other changes of the card, by another lane
   * @param taskIds the cards that move; without it, this one with those that are selected with it
   * @returns false if the board refuses it, with a message to its user
   */
  onMove: (
    taskId: string,
    state: TaskState,
    place: DropPlace,
    edit?: BulkEdit,
    taskIds?: readonly string[],
  ) => boolean;
  /** Makes bulk changes as one action. @param changes each is asked for when those before it are on the board */
  onMany: (changes: Iterable<BulkChange>, notice: string) => void;
  /** A card of this project is lifted, or dropped (null). */
  onDragging: (projectId: string, taskId: string | null) => void;
  onMoveTo: (taskId: string) => void;
  onComplete: (taskId: string) => void;
  onDelete: (taskId: string) => void;
}

/** A change of many cards of one project. */
export interface BulkChange {
  mutation: BoardMutation;
  /** The cards before it. */
  befores: StoredTask[];
  /** Those beside them in their project, of cards of the board over all projects. */
  beside?: Beside | undefined;
  /** A move of the same cards to that column, made after it and undone with it. */
  next?: { move: BoardMutation; movedTo: TaskState } | undefined;
}

export const BoardContext = createContext<BoardContextValue | null>(null);

export function useBoard(): BoardContextValue {
  const value = useContext(BoardContext);
  if (!value) throw new Error('this part belongs into a board');
  return value;
}
