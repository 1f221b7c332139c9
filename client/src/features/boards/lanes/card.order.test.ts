import { task } from '#board-sync/board.fixture';
import { setScreenLanguage } from '#lib/screenLanguage';
import type { Sort } from '../board.look';
import { compareBy } from './card.order';

const at = (day: number) => `2026-11-0${day}T00:00:00.000Z`;
const [a, b, c] = [
  task({ rank: 'a0', title: 'Task 10', dueDate: null, priority: null, createdAt: at(2), updatedAt: at(2) }),
  task({
    rank: 'a1',
    title: 'Task 9',
    dueDate: '2026-11-30',
    priority: 'LOW',
    createdAt: at(3),
    updatedAt: at(1),
  }),
  task({
    rank: 'a2',
    title: 'Émile',
    dueDate: '2026-11-02',
    priority: 'CRITICAL',
    createdAt: at(1),
    updatedAt: at(3),
  }),
];

it.each<[Sort, unknown[]]>([
  ['due', [c, b, a]],
  ['priority', [c, b, a]],
  ['title', [c, b, a]],
  ['created', [b, a, c]],
  ['updated', [c, a, b]],
])('sorts by %s; what has none stands last', (sort, expected) => {
  expect([a, b, c].sort(compareBy(sort))).toEqual(expected);
});

it('what is alike stands in the order of the board', () => {
  const again = { ...b, id: a.id, rank: 'a0V' };
  expect([b, again].sort(compareBy('due'))).toEqual([again, b]);
});

it.each([
  ['de', ['Ähre', 'Zeder']],
  // Only in Swedish Ä follows Z: stands for a language other than the browser's.
  ['sv', ['Zeder', 'Ähre']],
])('orders titles as the language on screen does: %s', (language, expected) => {
  setScreenLanguage(language);
  try {
    const tasks = [task({ title: 'Zeder' }), task({ title: 'Ähre' })];
    expect(tasks.sort(compareBy('title')).map(({ title }) => title)).toEqual(expected);
  } finally {
    setScreenLanguage('en-GB');
  }
});
