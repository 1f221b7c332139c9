import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { Grouping } from '@livelane/shared/views/view.values';
import { newId, task } from '#board-sync/board.fixture';
import { perState, type ViewColumns } from '#board-sync/board.types';
import { laneEdit, laneValues } from './lane.edit';
import { type Lane, laneGrouper, laneKeys, NONE } from './lane.groups';

const [ana, bob] = [newId(), newId()];
const viewOf = (tasks: readonly StoredTask[]): ViewColumns =>
  perState((state) => {
    const own = tasks.filter((each) => each.state === state);
    return { ids: own.map(({ id }) => id), cards: Object.fromEntries(own.map((each) => [each.id, each])) };
  });
const grouped = (
  tasks: readonly StoredTask[],
  grouping: Grouping,
  keys: readonly string[],
  group = laneGrouper(grouping),
  isKept: (key: string) => boolean = () => false,
) => {
  const view = viewOf(tasks);
  return group(view, taskStates, (state: TaskState) => view[state].ids, keys, isKept);
};

it('a card stands in the lane of each of its people, nobody last', () => {
  const both = task({ assignees: [ana, bob] });
  const none = task({ assignees: [], state: 'REVIEW' });
  const lanes = grouped([both, none], 'assignee', [ana, bob]);
  const countOf = ({ cells }: Lane) => Object.values(cells).flat().length;
  expect(lanes.map((lane) => [lane.key, countOf(lane)])).toEqual([
    [ana, 1],
    [bob, 1],
    [NONE, 1],
  ]);
  expect(lanes[0]?.cells.READY).toEqual([both.id]);
  expect(lanes[2]?.cells).toMatchObject({ READY: [], REVIEW: [none.id] });
});

it('lanes without cards are shown where cards can be put, those of people who have left, too, while they have cards', () => {
  const left = newId();
  const of = (key: string) => key === bob;
  const lanes = grouped([task({ assignees: [left] })], 'assignee', [ana, bob], laneGrouper('assignee'), of);
  expect(lanes.map(({ key }) => key)).toEqual([bob, left]);
});

it('a cell keeps its list while its cards are the same, whatever happens to others', () => {
  const group = laneGrouper('priority');
  const [low, high] = [task({ priority: 'LOW' }), task({ priority: 'HIGH' })];
  const before = grouped([low, high], 'priority', ['HIGH', 'LOW'], group);
  const after = grouped(
    [{ ...low, title: 'other' }, high, task({ priority: 'HIGH' })],
    'priority',
    ['HIGH', 'LOW'],
    group,
  );
  expect(after[1]?.cells.READY).toBe(before[1]?.cells.READY);
  expect(after[0]?.cells.READY).toHaveLength(2);
  // A lane of such cells stays the same object, or each change would render all of them.
  expect(after[1]).toBe(before[1]);
  expect(after[0]).not.toBe(before[0]);
});

it('lanes stand in the order of what they are called; a board of many people has lanes of those with cards', () => {
  const people = new Map([
    [ana, { firstName: 'Zoe', surname: 'Z' }],
    [bob, { firstName: 'Ada', surname: 'L' }],
  ]);
  const known = {
    isAssignable: () => true,
    people,
    labels: new Map(),
    projectIds: [],
    projectName: () => '',
  };
  expect(laneKeys('assignee', known).keys).toEqual([bob, ana]);
  expect(laneKeys('assignee', known).isKept(ana)).toBe(true);
  const many = new Map(Array.from({ length: 41 }, () => [newId(), { firstName: 'A', surname: 'B' }]));
  expect(laneKeys('assignee', { ...known, people: many }).isKept(ana)).toBe(false);
  expect(laneKeys('priority', known).keys[0]).toBe('CRITICAL');
});

it.each<[Grouping, string, string, unknown]>([
  ['assignee', ana, bob, { assignees: { add: [bob], remove: [ana] } }],
  ['assignee', NONE, bob, { assignees: { add: [bob], remove: [] } }],
  ['label', ana, NONE, { labels: { add: [], remove: [ana] } }],
  ['priority', 'LOW', 'HIGH', { priority: 'HIGH' }],
  ['priority', 'LOW', NONE, { priority: null }],
  ['project', ana, bob, null],
])('another lane of %s changes what the lane stands for', (grouping, from, to, edit) => {
  expect(laneEdit(grouping, from, to)).toEqual(edit);
});

it.each<[Grouping, string, unknown]>([
  ['assignee', ana, { assignees: [ana] }],
  ['assignee', NONE, { assignees: [] }],
  ['label', bob, { labels: [bob] }],
  ['priority', 'LOW', { priority: 'LOW' }],
  ['priority', NONE, { priority: null }],
  ['project', ana, { projectId: ana }],
])('what is added to a lane of %s (%s) has what the lane stands for', (grouping, key, values) => {
  expect(laneValues(grouping, key)).toEqual(values);
});
