import { task } from '#board-sync/board.fixture';
import { inTurkish } from '#test/inTurkish';
import { type BoardFilter, isFiltering, matches, NO_FILTER, readFilter, writeFilter } from './board.filter';

const workspaceOf = (projectId: string) => (projectId === 'p1' ? 'w1' : 'w2');
const passes = (fields: Parameters<typeof task>[0], filter: Partial<BoardFilter>) =>
  matches(task(fields), { ...NO_FILTER, ...filter }, workspaceOf);

test.each([
  ['nothing is filtered', {}, {}, true],
  ['a title in other case', { title: 'Fix the LOGIN' }, { title: 'login' }, true],
  ['another title', { title: 'Fix the login' }, { title: 'logout' }, false],
  ['one of the priorities', { priority: 'HIGH' }, { priorities: ['LOW', 'HIGH'] }, true],
  ['another priority', { priority: 'TRIVIAL' }, { priorities: ['LOW', 'HIGH'] }, false],
  ['tasks without a priority always pass', { priority: null }, { priorities: ['HIGH'] }, true],
  ['estimate 0 matches no estimate', { timeEstimate: null }, { estimates: [0] }, true],
  [
    'estimate 0 alone does not match an estimate',
    { timeEstimate: { id: 30, name: 'time_estimate_30' } },
    { estimates: [0] },
    false,
  ],
  ['the estimate', { timeEstimate: { id: 30, name: 'time_estimate_30' } }, { estimates: [0, 30] }, true],
  [
    'the first day of the range',
    { dueDate: '2026-03-01' },
    { dueFrom: '2026-03-01', dueTo: '2026-03-31' },
    true,
  ],
  [
    'the last day of the range',
    { dueDate: '2026-03-31' },
    { dueFrom: '2026-03-01', dueTo: '2026-03-31' },
    true,
  ],
  ['a day after the range', { dueDate: '2026-04-01' }, { dueFrom: '2026-03-01', dueTo: '2026-03-31' }, false],
  ['no due date in a range', { dueDate: null }, { dueFrom: '2026-03-01' }, false],
  ['one of the assignees', { assignees: ['ana', 'bob'] }, { assignees: ['bob', 'cleo'] }, true],
  ['none of the assignees', { assignees: ['ana'] }, { assignees: ['bob'] }, false],
  ['the project', { projectId: 'p1' }, { projectIds: ['p1'] }, true],
  ['another project', { projectId: 'p2' }, { projectIds: ['p1'] }, false],
  ['the workspace', { projectId: 'p1' }, { workspaceId: 'w1' }, true],
  ['another workspace', { projectId: 'p2' }, { workspaceId: 'w1' }, false],
  ['all parts must match', { title: 'Fix', priority: 'LOW' }, { title: 'fix', priorities: ['HIGH'] }, false],
] as Array<[string, Parameters<typeof task>[0], Partial<BoardFilter>, boolean]>)(
  'specification section 5, board filters: %s',
  (_name, fields, filter, expected) => {
    expect(passes(fields, filter)).toBe(expected);
  },
);

test('a title is found in every browser, whatever it takes for the small letter of I', () => {
  inTurkish();
  expect(passes({ title: 'TITLE' }, { title: 'title' })).toBe(true);
});

test('a filter survives its way through the URL, and leaves other parameters alone', () => {
  const filter: BoardFilter = {
    title: 'a & b',
    priorities: ['HIGH', 'LOW'],
    estimates: [0, 90],
    dueFrom: '2026-01-01',
    dueTo: '2026-12-31',
    assignees: ['ana'],
    workspaceId: 'w1',
    labels: [],
    projectIds: ['p1', 'p2'],
  };
  const params = writeFilter(new URLSearchParams('other=1'), filter);
  expect(readFilter(new URLSearchParams(params.toString()))).toEqual(filter);
  expect(params.get('other')).toBe('1');
  expect(writeFilter(params, NO_FILTER).toString()).toBe('other=1');
  expect([isFiltering(filter), isFiltering(NO_FILTER)]).toEqual([true, false]);
});

test('what a URL says wrongly is left out', () => {
  expect(
    readFilter(new URLSearchParams('priority=HIGH,URGENT&estimate=7,30&dueFrom=soon&dueTo=2027-02-30')),
  ).toMatchObject({
    priorities: ['HIGH'],
    estimates: [30],
    dueFrom: null,
    dueTo: null,
  });
});
