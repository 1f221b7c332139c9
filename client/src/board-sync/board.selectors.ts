import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { PresentUser } from '@livelane/shared/realtime/messages.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { findIn } from './board.base';
import { type BoardState, type BoardsState, type Pending, tasksOf, type ViewColumn } from './board.types';
import { findInView } from './board.view';
import type { Thread } from './comment.threads';
import type { RealtimeState } from './realtime.slice';

/** The parts of the store's state that the selectors read. */
interface WithBoard {
  board: BoardsState;
}
interface WithRealtime {
  realtime: RealtimeState;
}

export const selectBoard = (state: WithBoard, boardId: string): BoardState | undefined =>
  state.board.boards[boardId];

/** Also false while the board is not loaded. */
export const selectIsEmpty = (state: WithBoard, boardId: string): boolean => {
  const board = selectBoard(state, boardId);
  return board !== undefined && Object.values(board.view).every((column) => column.ids.length === 0);
};

export const selectColumn = (
  state: WithBoard,
  boardId: string,
  taskState: TaskState,
): ViewColumn | undefined => selectBoard(state, boardId)?.view[taskState];

/** The number of cards of a column that have not arrived yet. */
export const selectAwaited = (state: WithBoard, boardId: string, taskState: TaskState): number => {
  const board = selectBoard(state, boardId);
  return board?.kind === 'project' ? (board.awaited?.[taskState] ?? 0) : 0;
};

/** A card, looked up in its column: one pushed change renders one card. */
export const selectCard = (
  state: WithBoard,
  boardId: string,
  taskState: TaskState,
  taskId: string,
): StoredTask | undefined => selectColumn(state, boardId, taskState)?.cards[taskId];

export const selectTask = (state: WithBoard, boardId: string, taskId: string): StoredTask | undefined => {
  const board = selectBoard(state, boardId);
  return board && findInView(board.view, taskId);
};

const NO_MEMBERS: BoardMember[] = [];

export const selectMembers = (state: WithBoard, projectId: string): BoardMember[] => {
  const board = selectBoard(state, projectId);
  return board?.kind === 'project' ? board.members : NO_MEMBERS;
};

const isWaiting = ({ ackV }: Pending): boolean => ackV === undefined;

export const selectConnection = (state: WithRealtime) => state.realtime.connection;
export const selectPendingCount = (state: WithBoard): number => state.board.pending.filter(isWaiting).length;
/** The change that has waited for its answer longest. */
export const selectOldestWaiting = (state: WithBoard): string | undefined =>
  state.board.pending.find(isWaiting)?.mutationId;
export const selectUnsaved = (state: WithRealtime) => state.realtime.unsaved;

const NOBODY: PresentUser[] = [];

/** The comments of an open task; undefined until they are read. */
export const selectThread = (state: WithBoard, taskId: string): Thread | undefined =>
  state.board.threads[taskId];

/** This client's pending changes. */
export const selectChanges = (state: WithBoard): Pending[] => state.board.pending;

/** Who else is on a project's board. */
export const selectPresent = (state: WithRealtime, projectId: string): PresentUser[] =>
  state.realtime.presence[projectId]?.users ?? NOBODY;

/** Who else is editing or dragging a card. */
export const selectActiveOn = (state: WithRealtime, projectId: string, taskId: string): PresentUser[] =>
  state.realtime.presence[projectId]?.byTask[taskId] ?? NOBODY;

/** Whether a change of a task waits for its answer. */
export const selectIsWaiting = (state: WithBoard, taskId: string): boolean =>
  state.board.pending.some((each) => isWaiting(each) && tasksOf(each).includes(taskId));

/** The changes that wait for their answers, oldest first, each with the title of its task if that is known here. */
export const waitingChanges = ({ pending, boards }: BoardsState): (Pending & { title: string })[] =>
  pending.filter(isWaiting).map((each) => ({ ...each, title: titleOf(each, Object.values(boards)) }));

function titleOf({ taskId, change }: Pending, boards: readonly BoardState[]): string {
  if (change.kind === 'create') return change.task.title;
  for (const { view, base } of boards) {
    const task = findInView(view, taskId) ?? findIn(base, taskId);
    if (task) return task.title;
  }
  return '';
}

/** Whether this client has pending changes of a task. */
export const selectIsPending = (state: WithBoard, taskId: string): boolean =>
  state.board.pending.some((each) => tasksOf(each).includes(taskId));
