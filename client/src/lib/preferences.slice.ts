import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

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

const slice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    sidePanelToggled(state) {
      state.sidePanelOpen = !state.sidePanelOpen;
    },
    boardOpened(state, { payload }: PayloadAction<string | null>) {
      state.boardId = payload;
    },
    projectLabelToggled(state) {
      state.showProjectLabel = !state.showProjectLabel;
    },
  },
});

export const { sidePanelToggled, boardOpened, projectLabelToggled } = slice.actions;
export const preferencesReducer = slice.reducer;

declare module './store' {
  interface AppState {
    preferences: PreferencesState;
  }
}
