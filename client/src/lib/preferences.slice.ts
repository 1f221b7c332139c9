import type { PayloadAction } from '@reduxjs/toolkit';
import { createPlainSlice } from './createPlainSlice';

/** Client state that screens share (specification section 3); the language is in `i18n/language.store`. */
interface PreferencesState {
  sidePanelOpen: boolean;
  boardId: string | null;
  showProjectLabel: boolean;
}

const initialState: PreferencesState = {
  sidePanelOpen: true,
  boardId: null,
  showProjectLabel: true,
};

const slice = createPlainSlice({
  name: 'preferences',
  initialState,
  reducers: {
    sidePanelToggled: (state) => ({ ...state, sidePanelOpen: !state.sidePanelOpen }),
    boardOpened: (state, { payload: boardId }: PayloadAction<string | null>) => ({ ...state, boardId }),
    projectLabelToggled: (state) => ({ ...state, showProjectLabel: !state.showProjectLabel }),
  },
});

export const preferencesReducer = slice.reducer;
export const { sidePanelToggled, boardOpened, projectLabelToggled } = slice.actions;
