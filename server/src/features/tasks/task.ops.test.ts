import { evenRanks } from '@livelane/shared/rank/rank';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import fc from 'fast-check';
import { BoardReplica } from '../boards/board.replica';
import { moved, positionAfter } from './task.ops';
import { canSee, type Viewer } from './task.visibility';

const VIEWER: Viewer = { userId: 'me', role: 'member' };
const STATES = ['READY', 'DONE'] as const;

/** A board of two columns of up to twelve cards; some are PRIVATE, some of these the viewer's own. */
const boards = fc
  .array(
    fc.record({
      state: fc.constantFrom(...STATES),
      visibility: fc.constantFrom('PUBLIC' as const, 'PRIVATE' as const),
      createdBy: fc.constantFrom('me', 'someone'),
    }),
    { minLength: 1, maxLength: 24 },
  )
  .map((cards) => {
    const ranks = evenRanks(cards.length);
    const tasks = cards.map(
      (card, index) =>
        ({
          ...card,
          id: `t${index}`,
          title: '',
          description: '',
          rank: ranks[index],
          assignees: [],
        }) as unknown as StoredTask,
    );
    return { tasks, board: new BoardReplica('p', 'e', 1, tasks) };
  });

/** The same by walking through the column, as the protocol describes it. */
function indexByWalking(
  others: readonly StoredTask[],
  position: number,
  afterId?: string,
  beforeId?: string,
) {
  const seen = (id?: string) => others.findIndex((other) => other.id === id && canSee(VIEWER, other));
  if (seen(afterId) >= 0) return seen(afterId) + 1;
  if (seen(beforeId) >= 0) return seen(beforeId);
  if (position === 0) return 0;
  let visible = 0;
  for (const [index, other] of others.entries()) {
    if (canSee(VIEWER, other) && ++visible === position) return index + 1;
  }
  return others.length;
}

test('a drop goes beside the neighbours, else to the position among the cards that the user sees', () => {
  const neighbour = fc.option(
    fc.integer({ min: 0, max: 24 }).map((n) => `t${n}`),
    { nil: undefined },
  );
  const drops = fc.record({
    card: fc.nat(),
    state: fc.constantFrom(...STATES),
    position: fc.integer({ min: 0, max: 30 }),
    afterId: neighbour,
    beforeId: neighbour,
  });
  fc.assert(
    fc.property(boards, drops, ({ board, tasks }, { card, ...wish }) => {
      const task = tasks[card % tasks.length] as StoredTask;
      const others = board.column(wish.state).filter((other) => other.id !== task.id);
      const index = indexByWalking(others, wish.position, wish.afterId, wish.beforeId);
      const context = { v: 2, at: task.updatedAt };
      const change = moved(wish)({ board, viewer: VIEWER, task, context });
      const now = board.column(task.state).indexOf(task);
      const passed = others.slice(Math.min(now, index), Math.max(now, index));
      const isThere = task.state === wish.state && !passed.some((other) => canSee(VIEWER, other));
      expect(change === null).toBe(isThere);
      if (!change) return;
      const { rank } = change.answer;
      expect((others[index - 1]?.rank ?? '') < rank).toBe(true);
      const next = others[index]?.rank;
      expect(next === undefined || rank < next).toBe(true);

      const after = { ...task, state: wish.state, rank };
      const visibleBefore = others.slice(0, index).filter((other) => canSee(VIEWER, other)).length;
      expect(positionAfter(board, VIEWER, after)).toBe(visibleBefore);
    }),
  );
});

test('the position of a card that stands where it is counts the visible cards before it', () => {
  fc.assert(
    fc.property(boards, ({ board, tasks }) => {
      for (const task of tasks) {
        const before = board.column(task.state).slice(0, board.indexOf(task));
        expect(positionAfter(board, VIEWER, task)).toBe(before.filter((each) => canSee(VIEWER, each)).length);
      }
    }),
  );
});
