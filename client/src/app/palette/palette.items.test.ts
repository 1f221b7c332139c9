import type { SearchItem } from '@livelane/shared/search/search.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { createIntl } from 'react-intl';
import { PROJECT, snapshot, task, withColumnName, withSnapshot } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { boardReducer, pastRead } from '#board-sync/board.slice';
import { noBoards } from '#board-sync/board.types';
import { enGB } from '#i18n/en-GB';
import type { Translate } from '#i18n/useT';
import type { CommandKind } from '#lib/commands';
import { inTurkish } from '#test/inTurkish';
import { paletteItems } from './palette.items';

const intl = createIntl({ locale: 'en-GB', messages: enGB });
const t: Translate = (id, values) => intl.formatMessage({ id }, values);
const tasks = [task({ title: 'Fix login', state: 'REVIEW' }), task({ title: 'Write tests' })];
const sources: Parameters<typeof paletteItems>[1] = {
  boards: withSnapshot(noBoards, snapshot(1, tasks)),
  workspaces: [],
  found: [],
  isHandled: () => true,
  isAdmin: false,
};
const labels = (typed: string, given: Partial<typeof sources> = {}) =>
  paletteItems(typed, { ...sources, ...given }, t).map(({ label }) => label);

it('offers actions and places, and no tasks, before anything is typed', () => {
  expect(labels('')).toEqual([
    'New task',
    'Keyboard shortcuts',
    'Home',
    'Search',
    'Notifications',
    'Notification settings',
    'Workspaces',
    'Profile',
    'Log out',
  ]);
});

it('finds a task by parts of its title and by its column', () => {
  expect(labels('LOG fix')).toEqual(['Fix login', 'Show everything found for “LOG fix”']);
  expect(labels('review')[0]).toBe('Fix login');
});

it('finds it in every browser, whatever it takes for the small letter of I', () => {
  inTurkish();
  expect(labels('FIX')[0]).toBe('Fix login');
});

it('calls a column by its name on the board', () => {
  const boards = withSnapshot(noBoards, withColumnName(snapshot(1, tasks), 'REVIEW', 'Proofreading'));
  const [found] = paletteItems('proofreading', { ...sources, boards }, t);
  expect(found).toMatchObject({ label: 'Fix login', hint: 'Proofreading' });
});

it('offers a command only while the screen handles it', () => {
  const isHandled = (kind: CommandKind) => kind === 'showShortcuts';
  expect(labels('', { isHandled }).slice(0, 2)).toEqual(['Keyboard shortcuts', 'Home']);
  expect(labels('new', { isHandled: () => false })).toEqual(['Show everything found for “new”']);
});

it('lists the tasks of the board as it is while its past is shown, with the way to them', () => {
  const past = snapshot(1, [
    { ...(tasks[0] as StoredTask), title: 'Fix the login of old' },
    task({ title: 'Login gone' }),
  ]);
  const boards = boardReducer(sources.boards, pastRead(readOf({ ...past, members: [] })));
  const [found, ...others] = paletteItems('login', { ...sources, boards, isHandled: () => false }, t);
  expect(found).toMatchObject({
    label: 'Fix login',
    does: { go: `/project/${PROJECT}?task=${tasks[0]?.id}` },
  });
  expect(others.map(({ id }) => id)).toEqual(['all']);
});

it('lists the way to all that the server finds after what is here, then what it found, each task once', () => {
  const [here] = tasks;
  const item = (taskId: string, title: string) => ({
    taskId,
    title,
    projectId: 'p2',
    projectName: 'Elsewhere',
  });
  const found = [item(here?.id ?? '', 'Fix login'), item('t9', 'Login of old')] as SearchItem[];
  const items = paletteItems('login', { ...sources, found }, t);
  expect(items.map(({ group, label, hint }) => [group, label, hint])).toEqual([
    ['tasks', 'Fix login', 'Review'],
    ['found', 'Show everything found for “login”', undefined],
    ['found', 'Login of old', 'Elsewhere'],
  ]);
  expect(items.map(({ does }) => does).slice(1)).toEqual([
    { go: '/search?q=login' },
    { go: '/project/p2?task=t9' },
  ]);
});

it('opens what the server found on the board that is shown, without a new page', () => {
  const [here] = tasks;
  const found = [
    { taskId: here?.id, title: 'Fix login', projectId: PROJECT, projectName: 'Shop' },
  ] as SearchItem[];
  const [, item] = paletteItems('password', { ...sources, found }, t);
  expect(item).toMatchObject({ group: 'found', does: { openTask: here?.id } });
});
