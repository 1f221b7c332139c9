import { boardOpened, preferencesReducer, projectLabelToggled, sidePanelToggled } from './preferences.slice';

const begin = preferencesReducer(undefined, { type: 'begin' });

it('section 3: the side panel is open, no board is, and project labels are shown at first', () => {
  expect(begin).toEqual({ sidePanelOpen: true, boardId: null, showProjectLabel: true });
});

it('specification section 3: each of them can be changed', () => {
  const state = [sidePanelToggled(), boardOpened('p'), projectLabelToggled()].reduce(
    preferencesReducer,
    begin,
  );
  expect(state).toEqual({ sidePanelOpen: false, boardId: 'p', showProjectLabel: false });
});
