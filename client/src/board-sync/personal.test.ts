import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import {
  EPOCH,
  newId,
  op,
  PROJECT,
  task,
  USER,
  withAnswer,
  withPending,
  withPersonal,
  withPersonalOps,
} from './board.fixture';
import { type BoardsState, noBoards, PERSONAL_BOARD, personalBoard } from './board.types';
import { continuesPersonal } from './personal.reducer';
import { selectStrangersIn } from './personal.selectors';

const OTHER = '44444444-4444-4444-8444-444444444444';
const projects = [
  { id: PROJECT, name: 'Alpha', workspaceId: newId(), role: 'member' as const },
  { id: OTHER, name: 'Beta', workspaceId: newId(), role: 'member' as const },
];

/** The board as the server answers it, each card with its place. */
function read(v: number, cards: [card: StoredTask, columnPosition: number][], otherV = 1) {
  const tasks = cards.map(([card, columnPosition]) => ({ ...card, columnPosition }));
  const cursors = { [PROJECT]: { epoch: EPOCH, v }, [OTHER]: { epoch: EPOCH, v: otherV } };
  return { columns: [{ id: 'READY' as const, state: 'READY' as const, tasks }], cursors, projects };
}

const news = (
  from: number,
  ops: ReturnType<typeof op>[] = [],
  places: Record<string, number> = {},
  to = from,
) => ({
  ...{ projectId: PROJECT, epoch: EPOCH, from, to, ops, places, userId: USER },
});
const boardOf = (state: BoardsState) => state.boards[PERSONAL_BOARD];
const peopleOf = (state: BoardsState) => personalBoard(state)?.people;
const shown = (state: BoardsState) => boardOf(state)?.view.READY.ids;

const [a, b, c] = [task({ title: 'A' }), task({ title: 'B' }), task({ title: 'C', projectId: OTHER })];
const opened = withPersonal(
  noBoards,
  read(1, [
    [a, 0],
    [c, 1],
    [b, 3],
  ]),
);

describe('R34 the personal board', () => {
  it('takes a change of a card from its op, where it stands', () => {
    const patch = op(2, { type: 'task.patched', taskId: b.id, patch: { title: 'New' } });
    const state = withPersonalOps(opened, news(2, [patch]));
    expect(boardOf(state)?.view.READY.cards[b.id]).toMatchObject({ title: 'New', rev: 2 });
    expect(shown(state)).toEqual([a.id, c.id, b.id]);
    expect(boardOf(state)).toMatchObject({ cursors: { [PROJECT]: { v: 2 }, [OTHER]: { v: 1 } } });
  });

  it('orders cards by their places, then by the names of their projects', () => {
    expect(shown(opened)).toEqual([a.id, c.id, b.id]);
    expect(shown(withPersonalOps(opened, news(2, [], { [b.id]: 1 })))).toEqual([a.id, b.id, c.id]);
    expect(shown(withPersonalOps(opened, news(2, [], { [a.id]: 4, [b.id]: 2 })))).toEqual([c.id, b.id, a.id]);
  });

  it('shows a card that is given to its user, and none that is taken from them', () => {
    const given = task({ title: 'Given' });
    const come = withPersonalOps(
      opened,
      news(2, [op(2, { type: 'task.created', patch: given })], { [given.id]: 2 }),
    );
    expect(shown(come)).toEqual([a.id, c.id, given.id, b.id]);
    const taken = op(3, { type: 'task.patched', taskId: given.id, patch: { assignees: [] } });
    expect(shown(withPersonalOps(come, news(3, [taken])))).toEqual([a.id, c.id, b.id]);
  });

  it('keeps the later one of a card that went to another project and back, whichever is told last', () => {
    const late = op(3, { type: 'task.created', patch: { ...a, updatedAt: '2026-01-03T00:00:00.000Z' } });
    const back = withPersonalOps(opened, news(3, [late]));
    const early = { ...a, projectId: OTHER, updatedAt: '2026-01-02T00:00:00.000Z' };
    const there = { ...op(2, { type: 'task.created', patch: early }), projectId: OTHER };
    const state = withPersonalOps(back, { ...news(2, [there]), projectId: OTHER });
    expect(boardOf(state)?.view.READY.cards[a.id]?.projectId).toBe(PROJECT);
  });

  it('R10 takes nothing twice, and is read again after a gap, in another epoch and for a card that it lacks', () => {
    const patch = (taskId: string) => op(2, { type: 'task.patched', taskId, patch: { title: 'New' } });
    expect(continuesPersonal(opened, news(2, [patch(b.id)]))).toBe(true);
    expect(continuesPersonal(opened, news(1, [patch(b.id)], {}, 2))).toBe(true);
    expect(continuesPersonal(opened, news(3))).toBe(false);
    expect(continuesPersonal(opened, { ...news(2), epoch: newId() })).toBe(false);
    expect(continuesPersonal(opened, { ...news(2), projectId: newId() })).toBe(false);
    expect(continuesPersonal(opened, news(2, [patch(newId())]))).toBe(false);
    expect(withPersonalOps(opened, news(1))).toBe(opened);
  });

  it('R21 is read again after an op of a later version', () => {
    const patched = op(2, { type: 'task.patched', taskId: b.id, patch: {} });
    const painted = { ...patched, type: 'task.painted' } as unknown as typeof patched;
    expect(continuesPersonal(opened, news(2, [painted]))).toBe(false);
  });

  it('R10 I13 keeps what it was told of a project when an older reading comes', () => {
    const patch = op(2, { type: 'task.patched', taskId: b.id, patch: { title: 'New' } });
    const updated = withPersonalOps(opened, news(2, [patch], { [b.id]: 0 }));
    const later = { ...c, title: 'Later', rev: 5 };
    const state = withPersonal(
      updated,
      read(
        1,
        [
          [a, 0],
          [later, 1],
          [b, 3],
        ],
        5,
      ),
    );
    const cards = boardOf(state)?.view.READY.cards;
    expect([cards?.[b.id]?.title, cards?.[c.id]?.title]).toEqual(['New', 'Later']);
    expect(shown(state)?.at(-1)).toBe(c.id);
    expect(boardOf(state)).toMatchObject({ cursors: { [PROJECT]: { v: 2 }, [OTHER]: { v: 5 } } });
  });

  it('R16 a move is painted where it was dropped until its op is here, and there after it', () => {
    const move = op(2, { type: 'task.moved', taskId: b.id, patch: { state: 'READY', rank: 'Zz' } });
    const { mutationId } = move;
    const change = { kind: 'move' as const, state: 'READY' as const, rank: 'Zz', boardId: PERSONAL_BOARD };
    const painted = withPending(opened, { mutationId, projectId: PROJECT, taskId: b.id, change });
    const moved = news(2, [move], { [b.id]: 0, [a.id]: 1 });
    for (const state of [
      withAnswer(withPersonalOps(painted, moved), mutationId, 2),
      withPersonalOps(withAnswer(painted, mutationId, 2), moved),
    ]) {
      expect(state.pending).toEqual([]);
      expect(shown(state)).toEqual([b.id, a.id, c.id]);
    }
    expect(shown(painted)?.[0]).toBe(b.id);
  });

  it('an op of another project is not what a change waits for', () => {
    const move = op(9, { type: 'task.moved', taskId: b.id, patch: { state: 'READY', rank: 'Zz' } });
    const { mutationId } = move;
    const change = { kind: 'move' as const, state: 'READY' as const, rank: 'Zz', boardId: PERSONAL_BOARD };
    // The card was in the other project when it was moved, and has come here since.
    const painted = withPending(opened, { mutationId, projectId: OTHER, taskId: b.id, change });
    const updated = withPersonalOps(painted, news(2, [move], { [b.id]: 0 }, 9));
    expect(withAnswer(updated, mutationId, 0).pending).toEqual([]);
  });

  it('knows the projects whose cards show someone without a name, and keeps the names that it has', () => {
    const named = [{ id: USER, firstName: 'Ada', surname: 'Byron' }];
    const cards: Parameters<typeof read>[1] = [
      [a, 0],
      [c, 1],
    ];
    const state = withPersonal(noBoards, { ...read(1, cards), people: named });
    expect(selectStrangersIn({ board: state })).toBe('');
    const stranger = op(2, { type: 'task.patched', taskId: a.id, patch: { assignees: [USER, newId()] } });
    const updated = withPersonalOps(state, news(2, [stranger]));
    expect(selectStrangersIn({ board: updated })).toBe(PROJECT);
    const again = withPersonal(updated, { ...read(2, cards), people: [...named] });
    expect(again.boards[PERSONAL_BOARD]).toHaveProperty('people', { [USER]: named[0] });
    expect(peopleOf(again)).toBe(peopleOf(updated));
    const renamed = { id: USER, firstName: 'Ada', surname: 'Lovelace' };
    expect(peopleOf(withPersonal(again, { ...read(2, cards), people: [renamed] }))).toEqual({
      [USER]: renamed,
    });
  });
});
