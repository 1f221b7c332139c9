import type { BulkInput } from '@livelane/shared/tasks/bulk.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import {
  columnOf,
  EPOCH,
  newId,
  PROJECT,
  shownIn,
  snapshot,
  task,
  USER,
  withPersonal,
  withSnapshot,
} from './board.fixture';
import { type BoardState, type BoardsState, noBoards, PERSONAL_BOARD, personalBoard } from './board.types';
import { a, b, between, boardOf, c, clock, d, label, made, move, paint, start, x, y } from './bulk.fixture';
import { besideOf, deleteMany, editMany, moveMany } from './bulk.mutations';
import { revertMany } from './bulk.revert';
import { AT_ITS_END, type BoardMutation, type DropPlace, TOP } from './mutations';
import type { Undoable } from './undo';

const undoable = (mutation: BoardMutation, befores: Undoable['befores'], overwritten: string[] = []) =>
  ({ mutation, before: a, befores, overwritten: new Set(overwritten) }) as unknown as Undoable;

const back = (mutation: BoardMutation, overwritten: string[] = []) => {
  const changed = paint(mutation);
  const reverted = revertMany(clock, boardOf(changed), undoable(mutation, [a, c], overwritten));
  return { ...reverted, state: reverted.back.reduce((state, each) => paint(each, state), changed) };
};

it.each([
  ['a move', move(), [a, b, c, d]],
  [
    'an edit',
    made(editMany(clock, [a, c], { labels: { add: [label] }, dueDate: '2026-12-01' })),
    [a, b, c, d],
  ],
  ['R16 a deletion', made(deleteMany(clock, [a, c])), [a, b, c, d]],
])('%s is one change again', (_name, mutation, shown) => {
  const {
    state,
    left,
    back: [one],
  } = back(mutation);
  expect(shownIn(state, 'READY')).toEqual(shown.map(({ id }) => id));
  expect(boardOf(state).view.READY.cards[a.id]).toMatchObject({ labels: [], dueDate: null });
  expect([left, (made(one ?? null).entry.body as BulkInput).changes.length]).toEqual([0, 2]);
});

it('R16 deleted cards come back in their order, whichever was selected first, each to its column', () => {
  const selected = [y, c, a, x];
  const mutation = made(deleteMany(clock, selected));
  const changed = paint(mutation);
  const reverted = revertMany(clock, boardOf(changed), undoable(mutation, selected)).back;
  const state = reverted.reduce((now, each) => paint(each, now), changed);
  expect(shownIn(state, 'READY')).toEqual([a.id, b.id, c.id, d.id]);
  expect(shownIn(state, 'REVIEW')).toEqual([x.id, y.id]);
  // On the server, too, in one change: each comes upon those before it.
  const [{ changes }] = reverted.map(({ entry }) => entry.body) as [BulkInput];
  const of = (...cards: StoredTask[]) =>
    changes.filter(({ taskId }) => cards.some(({ id }) => id === taskId));
  expect([reverted.length, changes.length]).toEqual([1, 4]);
  expect(of(a, c)).toEqual([
    { taskId: a.id, restore: true, place: { beforeId: b.id } },
    { taskId: c.id, restore: true, place: { afterId: b.id, beforeId: d.id } },
  ]);
  expect(of(x, y)).toEqual([
    { taskId: x.id, restore: true, place: {} },
    { taskId: y.id, restore: true, place: { afterId: x.id } },
  ]);
});

it('leaves what others have changed since', () => {
  const { state, left } = back(move(), [c.id]);
  expect([columnOf(state, a.id), columnOf(state, c.id), left]).toEqual(['READY', 'REVIEW', 1]);
});

describe('a board that was read anew, whose ops were missed', () => {
  const other = newId();
  /** What undoes a change of a and c when these cards are on the board. */
  const asked = (mutation: BoardMutation, ...cards: ReturnType<typeof task>[]) => {
    const board = boardOf(withSnapshot(noBoards, snapshot(9, cards)));
    const reverted = revertMany(clock, board, undoable(mutation, [a, c]));
    const requests = reverted.back.flatMap(({ entry }) => (entry.body as BulkInput).changes);
    return { left: reverted.left, requests };
  };
  const edit = made(editMany(clock, [a, c], { priority: 'LOW' }));

  it('leaves a card with another value, and of others sets only what was set', () => {
    const theirs = { ...a, priority: 'HIGH' as const };
    const mine = { ...c, priority: 'LOW' as const, dueDate: '2026-12-01', labels: [other] };
    expect(asked(edit, theirs, mine)).toEqual({
      left: 1,
      requests: [{ taskId: c.id, edit: { priority: c.priority } }],
    });
  });

  it('takes its own ids from lists, and leaves those of others', () => {
    const labelling = made(editMany(clock, [a, c], { labels: { add: [label] } }));
    const labelled = { ...a, labels: [label, other] };
    expect(asked(labelling, labelled, c)).toEqual({
      left: 0,
      requests: [a, c].map(({ id }) => ({ taskId: id, edit: { labels: { add: [], remove: [label] } } })),
    });
  });

  it('brings back what this change has deleted, and nothing else', () => {
    expect(asked(edit, { ...c, priority: 'LOW' })).toMatchObject({ left: 1, requests: [{ taskId: c.id }] });
    expect(asked(made(deleteMany(clock, [a, c])), c)).toEqual({
      left: 1,
      requests: [{ taskId: a.id, restore: true, place: { beforeId: c.id } }],
    });
  });

  it('leaves a card that has been moved on', () => {
    const [left, there] = [
      { ...a, state: 'DONE' as const },
      { ...c, state: 'REVIEW' as const },
    ];
    expect(asked(move(), left, there, b)).toEqual({
      left: 1,
      requests: [{ taskId: c.id, move: { state: 'READY', afterId: b.id } }],
    });
  });
});

it('of assignees brings back those who can still be assigned', () => {
  const [there, gone, viewing] = [newId(), newId(), newId()];
  const assigned = { ...a, assignees: [there, gone, viewing] };
  const mutation = made(editMany(clock, [assigned], { assignees: { remove: assigned.assignees } }));
  const person = { firstName: 'Ana', surname: 'Stone' };
  const members = [
    { id: there, ...person, roleId: 'member' as const },
    { id: viewing, ...person, roleId: 'viewer' as const },
  ];
  const board = boardOf(withSnapshot(noBoards, { ...snapshot(9, [{ ...a, assignees: [] }]), members }));
  const { back } = revertMany(clock, board, undoable(mutation, [assigned]));
  expect(back.map(({ entry }) => (entry.body as BulkInput).changes)).toEqual([
    [{ taskId: a.id, edit: { assignees: { add: [there], remove: [] } } }],
  ]);
});

it('brings back a card that has left its user’s own board by it', () => {
  const mine = task({ rank: 'a5', assignees: [USER] });
  const mutation = made(editMany(clock, [mine], { assignees: { remove: [USER] } }));
  const read = {
    columns: [],
    cursors: { [PROJECT]: { epoch: EPOCH, v: 9 } },
    projects: [{ id: PROJECT, name: 'Alpha', workspaceId: newId(), role: 'member' as const }],
  };
  const board = personalBoard(withPersonal(noBoards, read));
  const { back, left } = revertMany(clock, board as BoardState, undoable(mutation, [mine]));
  expect(back.map(({ entry }) => (entry.body as BulkInput).changes)).toEqual([
    [{ taskId: mine.id, edit: { assignees: { add: [USER], remove: [] } } }],
  ]);
  expect(left).toBe(0);
});

it('an edit that was a move, too, is taken back with its place; what only its user did later is not', () => {
  const edit = made(editMany(clock, [a], { assignees: { add: [label] } }));
  const moved = paint(made(moveMany(clock, boardOf(start), [a], 'REVIEW', between)), paint(edit));
  const done = (change: Undoable) => {
    const { back: all } = revertMany(clock, boardOf(moved), change);
    const state = all.reduce((now, each) => paint(each, now), moved);
    return [columnOf(state, a.id), all.length];
  };
  expect(done({ ...undoable(edit, [a]), movedTo: 'REVIEW' })).toEqual(['READY', 2]);
  expect(done(undoable(edit, [a]))).toEqual(['REVIEW', 1]);
});

it('an edit is taken back although its card was refused by the other column, and no place with it', () => {
  const edit = made(editMany(clock, [a], { priority: 'LOW' }));
  // Its place has changed meanwhile, as those of cards below one that leaves do on the board over all projects.
  const board = boardOf(paint(edit, withSnapshot(noBoards, snapshot(9, [{ ...a, rank: 'Zz' }, x]))));
  const { back, left } = revertMany(clock, board, { ...undoable(edit, [a]), movedTo: 'REVIEW' });
  expect(back.map(({ entry }) => (entry.body as BulkInput).changes)).toEqual([
    [{ taskId: a.id, edit: { priority: a.priority } }],
  ]);
  expect(left).toBe(0);
});

it('SPEC.md#conflicts moves back tell the states that their user saw once they have waited', () => {
  const mutation = move();
  const { back: moves } = revertMany(clock, boardOf(paint(mutation)), undoable(mutation, [a, c]));
  const seen = moves.map(({ entry }) => (entry.waitedBody as BulkInput).changes);
  expect(seen.map((changes) => changes.map((change) => change.move?.expectedState))).toEqual([
    ['REVIEW', 'REVIEW'],
  ]);
});

describe('places of cards that come back', () => {
  const e = task({ rank: 'a4' });
  const column = [a, b, c, d, e];
  const ids = column.map(({ id }) => id);

  /** READY as the server leaves it, which makes each change upon those before it (SPEC.md#rest). */
  const committed = (before: readonly string[], { entry }: BoardMutation) =>
    (entry.body as BulkInput).changes.reduce((now, { taskId, move: moved, place }) => {
      const others = now.filter((id) => id !== taskId);
      const wish = place ?? (moved?.state === 'READY' ? moved : undefined);
      if (!wish) return others;
      const [after, below] = [others.indexOf(wish.afterId ?? ''), others.indexOf(wish.beforeId ?? '')];
      const atNeighbour = after >= 0 ? after + 1 : below;
      others.splice(atNeighbour >= 0 ? atNeighbour : (wish.position ?? others.length), 0, taskId);
      return others;
    }, before);
  /** Moves cards and takes that back. @returns READY as it is painted, and as the server leaves it */
  const thereAndBack = (
    on: BoardsState,
    boardId: string,
    moved: StoredTask[],
    ...to: [TaskState, DropPlace]
  ) => {
    const board = (state: BoardsState) => state.boards[boardId] as BoardState;
    const befores = moved.map(({ id }) => board(on).view.READY.cards[id] as StoredTask);
    const there = made(moveMany(clock, board(on), befores, ...to));
    const { back } = revertMany(clock, board(paint(there, on)), undoable(there, befores));
    const painted = back.reduce((state, each) => paint(each, state), paint(there, on));
    return [board(painted).view.READY.ids, [there, ...back].reduce(committed, ids)];
  };
  const whole = withSnapshot(noBoards, snapshot(5, column));
  /** The board over all projects of someone who sees some of the cards of a column, or all of them. */
  const personalOf = (shown: readonly StoredTask[], order: readonly string[] = ids) =>
    withPersonal(noBoards, {
      columns: [
        {
          id: 'READY',
          state: 'READY',
          tasks: shown
            .filter(({ id }) => order.includes(id))
            .map((card) => ({ ...card, columnPosition: order.indexOf(card.id) })),
        },
      ],
      cursors: { [PROJECT]: { epoch: EPOCH, v: 5 } },
      projects: [{ id: PROJECT, name: 'Alpha', workspaceId: newId(), role: 'member' as const }],
    });
  const own = [b, d, e];
  const personal = personalOf(own);

  it.each([
    ['under another', [b, c, d]],
    ['under another, selected from below', [d, c, b]],
    ['at the top, selected from below', [c, b, a]],
    ['at the end, selected criss-cross', [d, c, e]],
    ['of a whole column', [e, a, d, b, c]],
  ])('R16 neighbours %s are back in their order, on the server too', (_where, moved) => {
    expect(thereAndBack(whole, PROJECT, moved, 'REVIEW', AT_ITS_END)).toEqual([ids, ids]);
  });

  it.each([
    ['up', [d, e], TOP],
    ['down', [a, b], AT_ITS_END],
    ['together, from above and below', [e, a, d], { afterId: b.id, beforeId: c.id }],
  ] as const)('cards that were put %s in their column are back in their order', (_where, moved, place) => {
    expect(thereAndBack(whole, PROJECT, [...moved], 'READY', place)).toEqual([ids, ids]);
    expect(thereAndBack(personalOf(column), PERSONAL_BOARD, [...moved], 'READY', place)).toEqual([ids, ids]);
  });

  it.each([
    ['up', own, [d, e], TOP],
    ['up, selected from below', own, [e, d], TOP],
    ['down', own, [b, d], AT_ITS_END],
    ['up, one of them from its place to the same', column, [c, b], TOP],
    ['together, from above and below', column, [e, a, d], { afterId: b.id, beforeId: c.id }],
  ] as const)(
    'the board over all projects brings cards back that its server has put %s',
    (_where, shown, moved, place) => {
      const board = personalOf(shown).boards[PERSONAL_BOARD] as BoardState;
      const befores = moved.map(({ id }) => board.view.READY.cards[id] as StoredTask);
      const there = made(moveMany(clock, board, befores, 'READY', place));
      const placed = committed(ids, there);
      const read = personalOf(shown, placed).boards[PERSONAL_BOARD] as BoardState;
      const { back } = revertMany(clock, read, undoable(there, befores));
      expect(back.reduce(committed, placed)).toEqual(ids);
    },
  );

  it.each([
    ['under the card', [b, c]],
    ['above the card', [a, b]],
  ])(
    'on the board over all projects, cards are back %s beside which they were, whatever came above',
    (_where, moved) => {
      const board = personalOf(column).boards[PERSONAL_BOARD] as BoardState;
      const befores = moved.map(({ id }) => board.view.READY.cards[id] as StoredTask);
      const there = made(moveMany(clock, board, befores, 'REVIEW', AT_ITS_END));
      const theirs = [newId(), newId(), newId()];
      const now = paint(there, personalOf(column, [...theirs, ...ids])).boards[PERSONAL_BOARD] as BoardState;
      const { back } = revertMany(clock, now, {
        ...undoable(there, befores),
        beside: besideOf(board, befores),
      });
      expect([there, ...back].reduce(committed, [...theirs, ...ids])).toEqual([...theirs, ...ids]);
    },
  );

  it.each([
    ['among those that it does not show', own, [b, d], []],
    ['selected from below', column, [e, d, a], []],
    ['beside which they were, whatever came above', column, [b, c, e], [newId(), newId()]],
  ])('deleted cards of the board over all projects are back %s', (_where, shown, deleted, theirs) => {
    const board = personalOf(shown).boards[PERSONAL_BOARD] as BoardState;
    const befores = deleted.map(({ id }) => board.view.READY.cards[id] as StoredTask);
    const gone = made(deleteMany(clock, befores));
    const left = [...theirs, ...committed(ids, gone)];
    const now = personalOf(shown, left).boards[PERSONAL_BOARD] as BoardState;
    const beside = besideOf(board, befores);
    const { back } = revertMany(clock, now, { ...undoable(gone, befores), beside });
    expect(back.reduce(committed, left)).toEqual([...theirs, ...ids]);
  });

  it('on the board over all projects, cards are back among those that it does not show', () => {
    for (const moved of [
      [b, d],
      [d, b],
    ]) {
      const shown = own.map(({ id }) => id);
      expect(thereAndBack(personal, PERSONAL_BOARD, moved, 'REVIEW', AT_ITS_END)).toEqual([shown, ids]);
    }
  });
});
