import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Client state that screens share (specification section 3). */
export interface PreferencesState {
  language: string;
  sidePanelOpen: boolean;
  boardId: string | null;
  showProjectLabel: boolean;
}

const initialState: PreferencesState = {
  language: 'en-GB',
  sidePanelOpen: true,
  boardId: null,
  showProjectLabel: true,
};

const slice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    languageChosen(state, { payload }: PayloadAction<string>) {
      state.language = payload;
    },
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

export const { languageChosen, sidePanelToggled, boardOpened, projectLabelToggled } = slice.actions;
export const preferencesReducer = slice.reducer;

declare module './store' {
  interface AppState {
    preferences: PreferencesState;
  }
}
