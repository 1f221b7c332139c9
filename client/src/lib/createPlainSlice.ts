import {
  type ActionCreatorWithoutPayload,
  type ActionCreatorWithPayload,
  createAction,
  type PayloadAction,
  type UnknownAction,
} from '@reduxjs/toolkit';

interface SliceOptions<State, Payloads> {
  name: string;
  initialState: State;
  /** Each returns the next state, or the same one. */
  reducers: { [Key in keyof Payloads]: (state: State, action: PayloadAction<Payloads[Key]>) => State };
}

/** A creator for each reducer; one that reads no action takes no payload. */
type SliceActions<Payloads> = {
  [Key in keyof Payloads]: unknown extends Payloads[Key]
    ? ActionCreatorWithoutPayload
    : ActionCreatorWithPayload<Payloads[Key]>;
};

/**
 * RTK's `createSlice` without Immer: reducers copy what they change. Immer would walk drafts of ten thousand cards at
 * each push, and weighs 4.3 kB of brotli in the first board's script, whose limit is 250 kB (`script-sizes.test.ts`).
 */
export function createPlainSlice<State, Payloads extends Record<string, unknown>>({
  name,
  initialState,
  reducers,
}: SliceOptions<State, Payloads>) {
  const typeOf = (key: string) => `${name}/${key}`;
  const byType = new Map(Object.entries(reducers).map(([key, reduce]) => [typeOf(key), reduce]));
  const creators: Record<string, unknown> = {};
  for (const key of Object.keys(reducers)) creators[key] = createAction(typeOf(key));
  const reducer = (state: State = initialState, action: UnknownAction): State =>
    byType.get(action.type)?.(state, action as PayloadAction<Payloads[string]>) ?? state;
  return { actions: creators as SliceActions<Payloads>, reducer };
}
