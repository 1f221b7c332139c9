import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { PresenceState } from '@livelane/shared/realtime/messages.schema';
import { createAction } from '@reduxjs/toolkit';
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

const plainReducers: Record<string, (state: BoardSliceState, payload: never) => BoardSliceState> = {
  [boardRead.type]: (state, payload: BoardRead) => step(state, (sync) => withRead(sync, payload)),
  [boardRestored.type]: (state, payload: StoredBoard & { storedAt: number }) =>
    step(state, (sync) => withStored(sync, payload)),
  [personalRead.type]: (state, payload: PersonalBoard) => step(state, (sync) => withPersonal(sync, payload)),
  [opsReceived.type]: (state, payload: OpsRange[]) => step(state, (sync) => payload.reduce(withOps, sync)),
  [opsHeard.type]: (state, payload: OpsRange) => step(state, (sync) => withHeard(sync, payload)),
  [threadRead.type]: (state, payload: ThreadRead) => step(state, (sync) => withThread(sync, payload)),
  [threadLeft.type]: (state, taskId: string) => step(state, (sync) => withoutThread(sync, taskId)),
  [changeMade.type]: (state, payload: Pending) => step(state, (sync) => withPending(sync, payload)),
  [changeAnswered.type]: (state, { mutationId, v }: { mutationId: string; v: number }) =>
    step(state, (sync) => withAnswer(sync, mutationId, v)),
  [changeRefused.type]: (state, { mutationId }: { mutationId: string }) =>
    step(state, (sync) => withoutPending(sync, mutationId)),
  [boardLeft.type]: (state, boardId: string) => step(state, (sync) => withoutBoard(sync, boardId)),
  [allBoardsLeft.type]: (state) => ({ ...state, sync: noBoards, unsaved: [], presence: {} }),
  [connectionChanged.type]: (state, connection: Connection) => ({ ...state, connection }),
  [presenceHeard.type]: (state, heard: PresenceState) => {
    const presence = withPresence(state.presence, heard);
    return presence === state.presence ? state : { ...state, presence };
  },
  [presenceLost.type]: (state) => ({ ...state, presence: {} }),
  [unsavedListed.type]: (state, unsaved: UnsavedChange[]) => ({ ...state, unsaved }),
};

/** A plain reducer: without Immer, whose drafts would walk every card. */
export function boardReducer(
  state: BoardSliceState = initialState,
  action: { type: string; payload?: unknown },
): BoardSliceState {
  return plainReducers[action.type]?.(state, action.payload as never) ?? state;
}
