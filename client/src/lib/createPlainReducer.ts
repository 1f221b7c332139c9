import type { ActionCreatorWithoutPayload, ActionCreatorWithPayload, UnknownAction } from '@reduxjs/toolkit';

/** Says what an action makes of the state; both are as the action's creator types them. */
interface On<State> {
  <Payload>(
    creator: ActionCreatorWithPayload<Payload>,
    next: (state: State, payload: Payload) => State,
  ): void;
  (creator: ActionCreatorWithoutPayload, next: (state: State) => State): void;
}

/** RTK's `createReducer` without Immer: each case copies what it changes. */
export function createPlainReducer<State>(initialState: State, build: (on: On<State>) => void) {
  const cases = new Map<string, (state: State, action: UnknownAction) => State>();
  build(
    <Payload>(
      creator: ActionCreatorWithPayload<Payload>,
      next: (state: State, payload: Payload) => State,
    ) => {
      cases.set(creator.type, (state, action) =>
        creator.match(action) ? next(state, action.payload) : state,
      );
    },
  );
  return (state: State = initialState, action: UnknownAction): State =>
    cases.get(action.type)?.(state, action) ?? state;
}
