import { addListener, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { boardReducer } from '#board-sync/board.slice';
import { realtimeReducer } from '#board-sync/realtime.slice';
import { preferencesReducer } from '#lib/preferences.slice';

/** Client state that is shared; server data other than the boards lives in the query cache. */
export function createStore() {
  return configureStore({
    reducer: { preferences: preferencesReducer, board: boardReducer, realtime: realtimeReducer },
    // Boards hold thousands of cards: these checks walk them all at each dispatch.
    middleware: (defaults) =>
      defaults({ immutableCheck: false, serializableCheck: false }).prepend(
        createListenerMiddleware().middleware,
      ),
  });
}

export type Store = ReturnType<typeof createStore>;
export type AppState = ReturnType<Store['getState']>;
export type AppDispatch = Store['dispatch'];

/** Runs a side effect of actions until the function that its dispatch returns is called. */
export const addAppListener = addListener.withTypes<AppState, AppDispatch>();
