import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { PresenceState } from '@livelane/shared/realtime/messages.schema';
import { createAction } from '@reduxjs/toolkit';
import { createPlainReducer } from '#lib/createPlainReducer';
import type { BoardRead } from './board.reading';
import {
  noBoards,
  type OpsRange,
  withAnswer,
  withHeard,
  withOps,
  withoutBoard,
  withoutPending,
  withoutThread,
  withPending,
  withPersonal,
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
  /** R18: what did not get through and waits for its user's word. */
  unsaved: UnsavedChange[];
}

/** A project's board, or the first cards of it. */
export const boardRead = createAction<BoardRead>('board/read');
/** A board of this browser's storage. */
export const boardRestored = createAction<StoredBoard & { storedAt: number }>('board/restored');
export const personalRead = createAction<PersonalBoard>('board/personalRead');
/** All ranges that came within one animation frame. */
export const opsReceived = createAction<OpsRange[]>('board/opsReceived');
/** Ops of a project whose board is not followed here. */
export const opsHeard = createAction<OpsRange>('board/opsHeard');
export const threadRead = createAction<ThreadRead>('board/threadRead');
export const threadLeft = createAction<string>('board/threadLeft');
export const changeMade = createAction<Pending>('board/changeMade');
export const changeAnswered = createAction<{ mutationId: string; v: number }>('board/changeAnswered');
export const changeRefused = createAction<{ mutationId: string }>('board/changeRefused');
export const boardLeft = createAction<string>('board/left');
export const allBoardsLeft = createAction('board/allLeft');
export const connectionChanged = createAction<Connection>('board/connectionChanged');
export const presenceHeard = createAction<PresenceState>('board/presenceHeard');
/** The connection is gone, and with it the knowledge of who is where. */
export const presenceLost = createAction('board/presenceLost');
export const unsavedListed = createAction<UnsavedChange[]>('board/unsavedListed');

const initialState: BoardSliceState = { sync: noBoards, connection: 'polling', unsaved: [], presence: {} };

type Step = (sync: BoardsState) => BoardsState;

/** Steps are pure and copy only what they change, so drafts of ten thousand cards are never made. */
const step = (state: BoardSliceState, run: Step): BoardSliceState => ({ ...state, sync: run(state.sync) });

/** Without Immer, whose drafts would walk every card. */
export const boardReducer = createPlainReducer(initialState, (on) => {
  on(boardRead, (state, read) => step(state, (sync) => withRead(sync, read)));
  on(boardRestored, (state, stored) => step(state, (sync) => withStored(sync, stored)));
  on(personalRead, (state, read) => step(state, (sync) => withPersonal(sync, read)));
  on(opsReceived, (state, ranges) => step(state, (sync) => ranges.reduce(withOps, sync)));
  on(opsHeard, (state, range) => step(state, (sync) => withHeard(sync, range)));
  on(threadRead, (state, read) => step(state, (sync) => withThread(sync, read)));
  on(threadLeft, (state, taskId) => step(state, (sync) => withoutThread(sync, taskId)));
  on(changeMade, (state, pending) => step(state, (sync) => withPending(sync, pending)));
  on(changeAnswered, (state, { mutationId, v }) => step(state, (sync) => withAnswer(sync, mutationId, v)));
  on(changeRefused, (state, { mutationId }) => step(state, (sync) => withoutPending(sync, mutationId)));
  on(boardLeft, (state, boardId) => step(state, (sync) => withoutBoard(sync, boardId)));
  on(allBoardsLeft, (state) => ({ ...state, sync: noBoards, unsaved: [], presence: {} }));
  on(connectionChanged, (state, connection) => ({ ...state, connection }));
  on(presenceHeard, (state, heard) => {
    const presence = withPresence(state.presence, heard);
    return presence === state.presence ? state : { ...state, presence };
  });
  on(presenceLost, (state) => ({ ...state, presence: {} }));
  on(unsavedListed, (state, unsaved) => ({ ...state, unsaved }));
});
