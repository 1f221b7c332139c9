import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { createContext, useContext } from 'react';
import type { DropPlace } from '#board-sync/mutations';
import type { BoardFilter } from './filters/board.filter';

/** What the cards and columns of one board can do and need to know; stable while nothing of it changes. */
export interface BoardContextValue {
  /** Cards that others have changed since the user was last here. */
  changed: ReadonlySet<string>;
  boardId: string;
  filter: BoardFilter;
  /** People by id, for the assignees' avatars. */
  people: ReadonlyMap<string, Pick<BoardMember, 'id' | 'firstName' | 'surname'>>;
  /** The label of a card's project; null where every card is of the same one. */
  projectName: (projectId: string) => string | null;
  workspaceOf: (projectId: string) => string | undefined;
  canEdit: (projectId: string) => boolean;
  canCreate: boolean;
  onOpen: (taskId: string) => void;
  onNew: (state: TaskState) => void;
  onQuickAdd: (state: TaskState, title: string) => void;
  onMove: (taskId: string, state: TaskState, place: DropPlace) => void;
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
