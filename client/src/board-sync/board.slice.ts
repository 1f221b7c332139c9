import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { BoardSeen, PresenceState } from '@livelane/shared/realtime/messages.schema';
import type { PayloadAction } from '@reduxjs/toolkit';
import { createPlainSlice } from '#lib/createPlainSlice';
import type { BoardRead } from './board.reading';
import {
  noBoards,
  type OpsRange,
  type PersonalRange,
  withAnswer,
  withOps,
  withoutBoard,
  withoutPending,
  withoutThread,
  withPast,
  withPending,
  withPersonal,
  withPersonalOps,
  withRead,
  withStored,
  withThread,
} from './board.reducer';
import type { StoredBoard } from './board.storage';
import type { BoardsState, Pending } from './board.types';
import type { ThreadRead } from './comment.threads';
import type { UnsavedChange } from './outbox.store';
import { type PresenceByBoard, withPresence } from './presence';

/** R19: how changes of others arrive. */
export type Connection = 'live' | 'polling' | 'offline';

export interface BoardSliceState {
  sync: BoardsState;
  connection: Connection;
  presence: PresenceByBoard;
  /** Up to which version this user has seen a board on any device, by project. */
  seen: Record<string, number>;
  /** R18: what did not get through and waits for its user to decide. */
  unsaved: UnsavedChange[];
}

const initialState: BoardSliceState = {
  sync: noBoards,
  connection: 'polling',
  unsaved: [],
  presence: {},
  seen: {},
};

/** Steps of `board.reducer` are pure and copy only what they change. */
const step = (state: BoardSliceState, next: (sync: BoardsState) => BoardsState): BoardSliceState => ({
  ...state,
  sync: next(state.sync),
});

const slice = createPlainSlice({
  name: 'board',
  initialState,
  reducers: {
    /** A project's board, or the first cards of it. */
    boardRead: (state, { payload }: PayloadAction<BoardRead>) =>
      step(state, (sync) => withRead(sync, payload)),
    /** A board from this browser's storage. */
    boardRestored: (state, { payload }: PayloadAction<StoredBoard & { storedAt: number }>) =>
      step(state, (sync) => withStored(sync, payload)),
    /** A board as it was. */
    pastRead: (state, { payload }: PayloadAction<BoardRead>) =>
      step(state, (sync) => withPast(sync, payload)),
    personalRead: (state, { payload }: PayloadAction<PersonalBoard>) =>
      step(state, (sync) => withPersonal(sync, payload)),
    /** All ranges that came within one animation frame. */
    opsReceived: (state, { payload }: PayloadAction<OpsRange[]>) =>
      step(state, (sync) => payload.reduce(withOps, sync)),
    personalOpsReceived: (state, { payload }: PayloadAction<PersonalRange>) =>
      step(state, (sync) => withPersonalOps(sync, payload)),
    threadRead: (state, { payload }: PayloadAction<ThreadRead>) =>
      step(state, (sync) => withThread(sync, payload)),
    threadLeft: (state, { payload: taskId }: PayloadAction<string>) =>
      step(state, (sync) => withoutThread(sync, taskId)),
    changeMade: (state, { payload }: PayloadAction<Pending>) =>
      step(state, (sync) => withPending(sync, payload)),
    changeAnswered: (state, { payload }: PayloadAction<{ mutationId: string; v: number }>) =>
      step(state, (sync) => withAnswer(sync, payload.mutationId, payload.v)),
    changeRefused: (state, { payload }: PayloadAction<{ mutationId: string }>) =>
      step(state, (sync) => withoutPending(sync, payload.mutationId)),
    boardLeft: (state, { payload: boardId }: PayloadAction<string>) =>
      step(state, (sync) => withoutBoard(sync, boardId)),
    allBoardsLeft: (state) => ({ ...state, sync: noBoards, unsaved: [], presence: {}, seen: {} }),
    connectionChanged: (state, { payload: connection }: PayloadAction<Connection>) => ({
      ...state,
      connection,
    }),
    boardSeen: (state, { payload: { projectId, seenV } }: PayloadAction<BoardSeen>) =>
      seenV <= (state.seen[projectId] ?? -1)
        ? state
        : { ...state, seen: { ...state.seen, [projectId]: seenV } },
    presenceHeard: (state, { payload }: PayloadAction<PresenceState>) => {
      const presence = withPresence(state.presence, payload);
      return presence === state.presence ? state : { ...state, presence };
    },
    /** The connection is gone, and with it the knowledge of who is where. */
    presenceLost: (state) => ({ ...state, presence: {} }),
    unsavedListed: (state, { payload: unsaved }: PayloadAction<UnsavedChange[]>) => ({ ...state, unsaved }),
  },
});

export const boardReducer = slice.reducer;
export const {
  boardRead,
  boardRestored,
  boardSeen,
  pastRead,
  personalRead,
  opsReceived,
  personalOpsReceived,
  threadRead,
  threadLeft,
  changeMade,
  changeAnswered,
  changeRefused,
  boardLeft,
  allBoardsLeft,
  connectionChanged,
  presenceHeard,
  presenceLost,
  unsavedListed,
} = slice.actions;
