import type { BoardSeen, PresenceState } from '@livelane/shared/realtime/messages.schema';
import type { PayloadAction } from '@reduxjs/toolkit';
import { createPlainSlice } from '#lib/createPlainSlice';
import type { UnsavedChange } from './outbox.store';
import { type PresenceByBoard, withPresence } from './presence';

/** R19: how changes of others arrive. */
export type Connection = 'live' | 'polling' | 'offline';

export interface RealtimeState {
  connection: Connection;
  presence: PresenceByBoard;
  /** Up to which version this user has seen a board on any device, by project. */
  seen: Record<string, number>;
  /** R18: what did not get through and waits for its user to decide. */
  unsaved: UnsavedChange[];
}

const initialState: RealtimeState = { connection: 'polling', presence: {}, seen: {}, unsaved: [] };

/** What happens beside the boards: the connection, other people, what was seen and what was refused. */
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
    presenceHeard: (state, { payload }: PayloadAction<PresenceState>) => {
      const presence = withPresence(state.presence, payload);
      return presence === state.presence ? state : { ...state, presence };
    },
    /** The connection is gone, and with it the knowledge of who is where. */
    presenceLost: (state) => ({ ...state, presence: {} }),
    unsavedListed: (state, { payload: unsaved }: PayloadAction<UnsavedChange[]>) => ({ ...state, unsaved }),
    /** The session ends; the connection's state comes from its monitor. */
    sessionLeft: ({ connection }) => ({ ...initialState, connection }),
  },
});

export const realtimeReducer = slice.reducer;
export const { connectionChanged, boardSeen, presenceHeard, presenceLost, unsavedListed, sessionLeft } =
  slice.actions;
