import { configureStore } from '@reduxjs/toolkit';
import { boardReducer } from '#board-sync/board.slice';
import { preferencesReducer } from '#lib/preferences.slice';
import { tellRemoteChanges } from './remoteChange.events';

/** Client state that is shared; server data other than the boards lives in the query cache. */
export function createStore() {
  return configureStore({
    reducer: { preferences: preferencesReducer, board: boardReducer },
    // Boards hold thousands of cards: these checks walk them all at each dispatch.
    middleware: (defaults) =>
      defaults({ immutableCheck: false, serializableCheck: false }).concat(tellRemoteChanges),
  });
}

export type Store = ReturnType<typeof createStore>;
export type AppState = ReturnType<Store['getState']>;
export type AppDispatch = Store['dispatch'];
