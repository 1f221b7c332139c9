import type { View } from '@livelane/shared/views/view.schema';
import { task } from '#board-sync/board.fixture';
import { NO_LOOK, readLook } from '../board.look';
import { type BoardFilter, matches, NO_FILTER, readFilter } from '../filters/board.filter';
import { addressOf, isShown, keptOf } from './view.address';

const view = (part: Partial<View>): View => ({
  id: 'v',
  projectId: 'p',
  isShared: false,
  name: 'Mine',
  filter: {},
  grouping: 'none',
  createdBy: 'u',
  createdAt: '',
  updatedAt: '',
  ...part,
});
const none = new Map<string, string>();

it('what a board shows and what a view keeps become each other', () => {
  const params = new URLSearchParams(
    'title=a&priority=LOW,HIGH&estimate=0,60&dueFrom=2026-11-01&assignees=x&labels=l&lanes=label&task=t',
  );
  const kept = keptOf(readFilter(params), readLook(params), none);
  expect(kept).toEqual({
    filter: {
      text: 'a',
      priorities: ['HIGH', 'LOW'],
      timeEstimateIds: [0, 60],
      dueFrom: '2026-11-01',
      assignees: ['x'],
      labels: ['l'],
    },
    grouping: 'label',
  });
  const address = addressOf(new URLSearchParams('task=t&title=old'), view(kept), 'due');
  expect(address.get('task')).toBe('t');
  expect(readFilter(address)).toEqual(readFilter(params));
  expect(readLook(address)).toEqual({ lanes: 'label', sort: 'due', viewId: 'v' });
});

it('a workspace is kept as its projects', () => {
  const workspaces = new Map([
    ['p1', 'w1'],
    ['p2', 'w1'],
    ['p3', 'w2'],
  ]);
  const keep = (part: Partial<typeof NO_FILTER>) =>
    keptOf({ ...NO_FILTER, ...part }, NO_LOOK, workspaces).filter.projects;
  expect(keep({ workspaceId: 'w1' })).toEqual(['p1', 'p2']);
  expect(keep({ workspaceId: 'w1', projectIds: ['p2', 'p3'] })).toEqual(['p2']);
  expect(keep({ projectIds: ['p3'] })).toEqual(['p3']);
});

it.each([
  ['a workspace without projects', { workspaceId: 'w2' }],
  ['a project of another workspace', { workspaceId: 'w1', projectIds: ['p3'] }],
])('a view of %s shows nothing, like the board', (_what, part) => {
  const workspaces = new Map([
    ['p1', 'w1'],
    ['p3', 'w3'],
  ]);
  const cards = [...workspaces.keys()].map((projectId) => task({ projectId }));
  const shown = (filter: BoardFilter) =>
    cards.filter((card) => matches(card, filter, (id) => workspaces.get(id)));
  const filter = { ...NO_FILTER, ...part };
  const kept = keptOf(filter, NO_LOOK, workspaces);
  expect(shown(filter)).toEqual([]);
  expect(shown(readFilter(addressOf(new URLSearchParams(), view(kept), null)))).toEqual([]);
});

it('a view is shown while the board keeps to it, in whatever order', () => {
  const saved = view({ filter: { labels: ['b', 'a'], text: '', dueTo: null }, grouping: 'assignee' });
  const now = (labels: string[]) => ({ filter: { labels }, grouping: 'assignee' as const });
  expect(isShown(saved, now(['a', 'b']))).toBe(true);
  expect(isShown(saved, now(['a']))).toBe(false);
  expect(isShown(saved, { ...now(['a', 'b']), grouping: 'none' })).toBe(false);
});
