import { createAction, type UnknownAction } from '@reduxjs/toolkit';

/** Client state that screens share (specification section 3); the language is in `i18n/language.store`. */
export interface PreferencesState {
  sidePanelOpen: boolean;
  boardId: string | null;
  showProjectLabel: boolean;
}

const initialState: PreferencesState = {
  sidePanelOpen: true,
  boardId: null,
  showProjectLabel: true,
};

export const sidePanelToggled = createAction('preferences/sidePanelToggled');
export const boardOpened = createAction<string | null>('preferences/boardOpened');
export const projectLabelToggled = createAction('preferences/projectLabelToggled');

/** A plain reducer, like that of the boards: three fields are not worth Immer's script. */
export function preferencesReducer(
  state: PreferencesState = initialState,
  action: UnknownAction,
): PreferencesState {
  if (sidePanelToggled.match(action)) return { ...state, sidePanelOpen: !state.sidePanelOpen };
  if (boardOpened.match(action)) return { ...state, boardId: action.payload };
  if (projectLabelToggled.match(action)) return { ...state, showProjectLabel: !state.showProjectLabel };
  return state;
}
