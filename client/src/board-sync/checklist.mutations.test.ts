import type { Op, OpOf } from '@livelane/shared/boards/op.schema';
import type { ChecklistItem } from '@livelane/shared/tasks/checklist';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import {
  newId,
  op,
  PROJECT,
  range,
  snapshot,
  task,
  withAnswer,
  withOps,
  withoutPending,
  withPending,
  withSnapshot,
} from './board.fixture';
import type { BoardsState, ChecklistChange } from './board.types';
import { noBoards, projectBoard } from './board.types';
import { addItems, changeItem, placeItem, removeItem, revertChecklist } from './checklist.mutations';
import type { BoardMutation } from './mutations';
import { withMine } from './textChoices';

/** An op of the card's checklist, as version 6. */
const pushed = (
  change: Pick<OpOf<'checklist.changed' | 'checklist.removed'>, 'type' | 'patch'>,
  mutationId = newId(),
) => range({ ...op(6, { type: 'task.deleted', taskId: card.id }, mutationId), ...change } as Op);

const clock = { now: () => 0, newId };
const item = (text: string, rank: string): ChecklistItem => ({ id: newId(), text, isDone: false, rank });
const [a, b] = [item('a', 'a0'), item('b', 'a1')];
const card = task({ checklist: [a, b] });

const shown = (state: BoardsState): StoredTask | undefined =>
  projectBoard(state, PROJECT)?.view.READY.cards[card.id];
const texts = (state: BoardsState) => shown(state)?.checklist.map(({ text }) => text);
const start = withSnapshot(noBoards, snapshot(5, [card]));
const make = (state: BoardsState, { pending }: BoardMutation) => withPending(state, pending);
const changeOf = ({ pending }: BoardMutation) => pending.change as ChecklistChange;

it('R16 new items stand where they were added, in order, before the server has answered', () => {
  const between = addItems(clock, card, [{ text: '1' }, { text: '2' }], 1);
  expect(between.entry.body).toMatchObject({ afterId: a.id, beforeId: b.id });
  expect(texts(make(start, between))).toEqual(['a', '1', '2', 'b']);
  const top = addItems(clock, card, [{ text: '0' }], 0);
  expect(top.entry.body).toMatchObject({ afterId: null, beforeId: a.id });
  expect(texts(make(start, top))).toEqual(['0', 'a', 'b']);
  const first = addItems(clock, { ...card, checklist: [] }, [{ text: '0' }]);
  expect(first.entry.body).not.toHaveProperty('afterId');
});

it('R15 what others do to other items meanwhile stays, and a refused change goes alone', () => {
  const tick = changeItem(clock, card, a, { isDone: true });
  const others = pushed({ type: 'checklist.changed', patch: { items: [{ id: b.id, text: 'B' }] } });
  const both = withOps(make(start, tick), others);
  expect(shown(both)?.checklist).toMatchObject([{ isDone: true }, { text: 'B', isDone: false }]);
  expect(shown(withoutPending(both, tick.entry.mutationId))?.checklist).toMatchObject([
    { isDone: false },
    { text: 'B' },
  ]);
});

it('a change of an item that someone has removed brings nothing back', () => {
  const tick = changeItem(clock, card, a, { isDone: true });
  const gone = pushed({ type: 'checklist.removed', patch: { itemIds: [a.id] } });
  expect(texts(withOps(make(start, tick), gone))).toEqual(['b']);
});

it('SPEC.md#checklists a text tells which one its user saw; once they have read the other, it builds on that', () => {
  const made = changeItem(clock, card, a, { text: 'mine', baseText: 'a' });
  expect(changeOf(made).items).toEqual([{ id: a.id, text: 'mine' }]);
  const conflict = { field: 'text', base: 'a', theirs: 'theirs', mine: 'mine', rev: 6 } as const;
  const mine = withMine(made, conflict);
  expect([mine.entry.body, texts(make(start, mine))]).toEqual([
    { text: 'mine', baseText: 'theirs' },
    ['mine', 'b'],
  ]);
  const both = withMine(made, conflict, 'theirs, mine');
  expect([both.entry.body, texts(make(start, both))]).toEqual([
    { text: 'theirs, mine', baseText: 'theirs' },
    ['theirs, mine', 'b'],
  ]);
  expect(both.entry.mutationId).toBe(made.entry.mutationId);
});

it('once the op is here, the server’s rank counts', () => {
  const placed = placeItem(clock, card, b, 0);
  expect(placed.entry.body).toEqual({ afterId: null, beforeId: a.id });
  const painted = make(start, placed);
  expect(texts(painted)).toEqual(['b', 'a']);
  const { mutationId } = placed.entry;
  const done = pushed(
    { type: 'checklist.changed', patch: { items: [{ id: b.id, rank: 'Zz' }] } },
    mutationId,
  );
  const confirmed = withAnswer(withOps(painted, done), mutationId, 6);
  expect(confirmed.pending).toEqual([]);
  expect(shown(confirmed)?.checklist.map(({ rank }) => rank)).toEqual(['Zz', 'a0']);
});

describe('taking back', () => {
  const undone = (made: BoardMutation) => {
    const changed = make(start, made);
    const now = shown(changed);
    if (!now) throw new Error('no card');
    return revertChecklist(clock, now, changeOf(made)).reduce(make, changed);
  };

  it.each([
    ['items that were added', addItems(clock, card, [{ text: '1' }, { text: '2' }], 1)],
    ['a tick', changeItem(clock, card, a, { isDone: true })],
    ['a text', changeItem(clock, card, a, { text: 'A' })],
    ['a place', placeItem(clock, card, b, 0)],
    ['a removal', removeItem(clock, card, a)],
  ])('%s', (_name, made) => {
    expect(shown(undone(made))?.checklist.map(({ id, text, isDone }) => [id, text, isDone])).toEqual([
      [a.id, 'a', false],
      [b.id, 'b', false],
    ]);
  });

  it('a text tells which one its user saw last', () => {
    const made = changeItem(clock, card, a, { text: 'A', baseText: 'a' });
    const now = { ...card, checklist: [{ ...a, text: 'A' }, b] };
    expect(revertChecklist(clock, now, changeOf(made)).map(({ entry }) => entry.body)).toEqual([
      { text: 'a', baseText: 'A' },
    ]);
  });
});
