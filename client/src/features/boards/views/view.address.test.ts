import type { View } from '@livelane/shared/views/view.schema';
import { NO_LOOK, readLook } from '../board.look';
import { NO_FILTER, readFilter } from '../filters/board.filter';
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

it('a view is shown while the board keeps to it, in whatever order', () => {
  const saved = view({ filter: { labels: ['b', 'a'], text: '', dueTo: null }, grouping: 'assignee' });
  const now = (labels: string[]) => ({ filter: { labels }, grouping: 'assignee' as const });
  expect(isShown(saved, now(['a', 'b']))).toBe(true);
  expect(isShown(saved, now(['a']))).toBe(false);
  expect(isShown(saved, { ...now(['a', 'b']), grouping: 'none' })).toBe(false);
});
