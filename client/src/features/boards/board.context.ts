import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { Label } from '@livelane/shared/labels/label.schema';
import type { TaskInput } from '@livelane/shared/tasks/task.fields';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { createContext, useContext } from 'react';
import type { BulkEdit } from '#board-sync/bulk.mutations';
import type { BoardMutation, DropPlace } from '#board-sync/mutations';
import type { BoardLook } from './board.look';
import type { BoardFilter } from './filters/board.filter';

/** What a new task has already: what the lane stands for to which it is added, what another app shares. */
export type GivenTask = Partial<TaskInput & Pick<StoredTask, 'projectId'>>;

/** @property workspace where a label of another one is called the same */
export type BoardLabel = Label & { workspace?: string | undefined };

/** What the cards and columns of one board can do and need to know; stable while nothing of it changes. */
export interface BoardContextValue {
  /** Cards that others have changed since the user was last here. */
  changed: ReadonlySet<string>;
  boardId: string;
  filter: BoardFilter;
  look: BoardLook;
  /** People by id, for the assignees' avatars. */
  people: ReadonlyMap<string, Pick<BoardMember, 'id' | 'firstName' | 'surname'>>;
  /** The people of these projects are about to be chosen from. */
  onPeopleWanted: (projectIds: readonly string[]) => void;
  /** By id; empty until they have come. */
  labels: ReadonlyMap<string, BoardLabel>;
  /** The label of a card's project; null where every card is of the same one. */
  projectName: (projectId: string) => string | null;
  projectOf: (projectId: string) => { name: string } | undefined;
  /** What the project says of its columns; nothing on the board over all projects. */
  settings: ColumnsSettings;
  canEditColumns: boolean;
  workspaceOf: (projectId: string) => string | undefined;
  canEdit: (projectId: string) => boolean;
  canCreate: boolean;
  /** Where a task goes that nothing else says: null where its user is asked. */
  projectForNew: string | null;
  onOpen: (taskId: string) => void;
  onNew: (state: TaskState) => void;
  /** @param given what the task has from its lane; its user chooses the project if that is empty */
  onQuickAdd: (state: TaskState, title: string, given?: GivenTask) => void;
  /**
   * @param edit what changes of the card as well, in another lane
   * @returns false where the board refuses it, with a message to its user
   */
  onMove: (taskId: string, state: TaskState, place: DropPlace, edit?: BulkEdit) => boolean;
  /** A change of many cards, made at once. @param then another one of them, made after it and taken back with it */
  onMany: (
    mutation: BoardMutation,
    befores: StoredTask[],
    notice: string,
    then?: BoardMutation | null,
  ) => void;
  /** A card of this project is lifted, or put down again (null). */
  onDragging: (projectId: string, taskId: string | null) => void;
  onMoveTo: (taskId: string) => void;
  onComplete: (taskId: string) => void;
  onDelete: (taskId: string) => void;
}

export const BoardContext = createContext<BoardContextValue | null>(null);

export function useBoard(): BoardContextValue {
  const value = useContext(BoardContext);
  if (!value) throw new Error('this part belongs into a board');
  return value;
}
