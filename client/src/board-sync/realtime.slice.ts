import type { BoardSeen, PresenceState } from '@livelane/shared/realtime/messages.schema';
import type { PayloadAction } from '@reduxjs/toolkit';
import { createPlainSlice } from '#lib/createPlainSlice';
import type { UnsavedChange } from './outbox.store';
import { type PresenceByBoard, withPresence } from './presence';

/** R19: the state of the connection. */
export type Connection = 'live' | 'polling' | 'offline';

export interface RealtimeState {
  connection: Connection;
  presence: PresenceByBoard;
  /** The version up to which this user has seen a board on any device, by project. */
  seen: Record<string, number>;
  /** R18: changes that were not saved and wait for their user to decide. */
  unsaved: UnsavedChange[];
}

const initialState: RealtimeState = { connection: 'polling', presence: {}, seen: {}, unsaved: [] };

/** State beside the boards: the connection, other people, seen versions and refused changes. */
const slice = createPlainSlice({
  name: 'realtime',
  initialState,
  reducers: {
    connectionChanged: (state, { payload: connection }: PayloadAction<Connection>) => ({
      ...state,
      connection,
    }),
    boardSeen: (state, { payload: { projectId, seenV } }: PayloadAction<BoardSeen>) =>
      seenV <= (state.seen[projectId] ?? -1)
        ? state
        : { ...state, seen: { ...state.seen, [projectId]: seenV } },
    presenceReceived: (state, { payload }: PayloadAction<PresenceState>) => {
      const presence = withPresence(state.presence, payload);
      return presence === state.presence ? state : { ...state, presence };
    },
    /** The connection is lost, or the boards are left: presence is unknown. */
    presenceLost: (state) => ({ ...state, presence: {} }),
    unsavedListed: (state, { payload: unsaved }: PayloadAction<UnsavedChange[]>) => ({ ...state, unsaved }),
    /** The session ends; the connection's state stays, since its monitor sets it. */
    sessionLeft: ({ connection }) => ({ ...initialState, connection }),
  },
});

export const realtimeReducer = slice.reducer;
export const { connectionChanged, boardSeen, presenceReceived, presenceLost, unsavedListed, sessionLeft } =
  slice.actions;
