import { createIntl } from 'react-intl';
import { snapshot, task, withSnapshot } from '#board-sync/board.fixture';
import { noBoards } from '#board-sync/board.reducer';
import { enGB } from '#i18n/en-GB';
import type { Translate } from '#i18n/useT';
import { paletteItems } from './palette.items';

const intl = createIntl({ locale: 'en-GB', messages: enGB });
const t: Translate = (id, values) => intl.formatMessage({ id }, values);
const tasks = [task({ title: 'Fix login', state: 'REVIEW' }), task({ title: 'Write tests' })];
const sources = {
  boards: withSnapshot(noBoards, snapshot(1, tasks)),
  workspaces: [],
  isOnBoard: true,
};
const labels = (typed: string, given: Partial<typeof sources> = {}) =>
  paletteItems(typed, { ...sources, ...given }, t).map(({ label }) => label);

it('offers actions and places, and no tasks, before anything is typed', () => {
  expect(labels('')).toEqual(['New task', 'Keyboard shortcuts', 'Home', 'Workspaces', 'Profile', 'Log out']);
});

it('finds a task by parts of its title and by its column', () => {
  expect(labels('LOG fix')).toEqual(['Fix login']);
  expect(labels('review')).toEqual(['Fix login']);
});

it('offers what a board does on a board only', () => {
  expect(labels('new', { isOnBoard: false })).toEqual([]);
});
