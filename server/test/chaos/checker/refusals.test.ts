import { BoardPast } from './board-past';
import { type Act, BEN, CLEO, OWNER, Story, task } from './story.fixture';

const MINUTE_MS = 60_000;

describe('a restoration that its member was forbidden', () => {
  const deleted = (
    key: string,
    userId: string,
    from: number,
    to: number,
    changed: Partial<Act> = {},
  ): Act => ({
    ...{ key, method: 'DELETE', path: '/tasks/card', userId, from, to, client: key },
    op: { type: 'task.deleted' },
    ...changed,
  });
  const restored = (key: string, userId: string, from: number, to: number): Act => ({
    ...{ key, method: 'POST', path: '/tasks/card/restore', userId, from, to, client: key },
    op: { type: 'task.restored', patch: task({ rev: 3 }) },
  });
  const forbidden = (from: number, to: number, changed: Partial<Act> = {}): Act => ({
    ...{ key: 'no', method: 'POST', path: '/tasks/card/restore', client: 'member', from, to },
    ...{ refused: 'forbidden', status: 403 },
    ...changed,
  });
  const rulesOf = (...acts: Act[]): string[] => {
    const story = new Story().card();
    for (const act of acts) story.act(act);
    const past = new BoardPast(story.log);
    return story.read(past.head, past.at(past.head)).rules();
  };
  const [first, back] = [deleted('first', BEN, 2, 3), restored('back', OWNER, 4, 5)];

  it.each<[string, Act[]]>([
    ['before', [first, back, deleted('second', CLEO, 6, 7), forbidden(8, 9)]],
    ['at the same time', [first, back, deleted('second', CLEO, 8, 12), forbidden(7, 9)]],
    ['without an answer', [first, back, deleted('second', CLEO, 6, 7, { isUnknown: true }), forbidden(8, 9)]],
    [
      'before, and their restoration came at the same time',
      [deleted('only', CLEO, 2, 3), { ...back, from: 4, to: 8 }, forbidden(5, 6)],
    ],
  ])('is explained by a deletion of someone else %s', (_, acts) => {
    expect(rulesOf(...acts)).toEqual([]);
  });

  it('is explained by a deletion of their own that is an hour old by clocks that jump', () => {
    expect(rulesOf(first, forbidden(45 * MINUTE_MS, 46 * MINUTE_MS))).toEqual([]);
    expect(rulesOf(first, forbidden(30 * MINUTE_MS, 31 * MINUTE_MS))).toEqual(['refused']);
  });

  it.each<[string, Act[]]>([
    ['they deleted it themselves', [first, forbidden(4, 5)]],
    ['someone else deleted it only afterwards', [first, back, forbidden(6, 7), deleted('late', CLEO, 8, 9)]],
    [
      'what someone else deleted was back by then, and they deleted it themselves',
      [deleted('only', CLEO, 2, 3), back, deleted('own', BEN, 6, 7), forbidden(8, 9)],
    ],
    ['it is there', [forbidden(2, 3)]],
    ['they are an owner', [deleted('only', CLEO, 2, 3), forbidden(4, 5, { userId: OWNER })]],
    [
      'it is another write than a restoration',
      [deleted('only', CLEO, 2, 3), forbidden(4, 5, { method: 'PUT', path: '/tasks/card' })],
    ],
  ])('is found where %s', (_, acts) => {
    expect(rulesOf(...acts)).toEqual(['refused']);
  });
});
