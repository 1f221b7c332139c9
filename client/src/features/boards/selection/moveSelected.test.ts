import type { BulkInput } from '@livelane/shared/tasks/bulk.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { EPOCH, newId, PROJECT, snapshot, task, USER } from '#board-sync/board.fixture';
import { readOf } from '#board-sync/board.reading';
import { selectTask } from '#board-sync/board.selectors';
import { boardRead, personalRead } from '#board-sync/board.slice';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import type { BulkEdit } from '#board-sync/bulk.mutations';
import { AT_ITS_END, type DropPlace } from '#board-sync/mutations';
import { createStore } from '#store/store';
import type { BoardContextValue, BulkChange } from '../board.context';
import { moveSelected } from './moveSelected';

const [first, last, ready] = [
  task({ state: 'REVIEW', rank: 'a0' }),
  task({ state: 'REVIEW', rank: 'a1' }),
  task(),
] as const;

/** Drops cards into REVIEW. */
function drop(tasks: StoredTask[], place: DropPlace | null, edit?: BulkEdit) {
  const store = createStore();
  store.dispatch(boardRead(readOf(snapshot(1, [first, last, ready]))));
  const done = { made: [] as BulkChange[], notice: '' };
  const t = (key: string, values?: object) => `${key} ${JSON.stringify(values)}`;
  const onMany: BoardContextValue['onMany'] = (changes, notice) => {
    done.made.push(...changes);
    done.notice = notice;
  };
  moveSelected(store, PROJECT, tasks, 'REVIEW', place, onMany, t, edit);
  return done;
}
/** @returns what is asked of the server */
const dropped = (...given: Parameters<typeof drop>) =>
  drop(...given)
    .made.flatMap(({ mutation, next }) => [mutation, ...(next ? [next.move] : [])])
    .map(({ entry }) => (entry.body as BulkInput).changes);

const edit = { assignees: { add: [USER], remove: [] } };

it('puts cards together where one of them was dropped, whichever column they come from', () => {
  const [changes] = dropped([ready, last], { afterId: null, beforeId: first.id });
  expect(changes).toEqual([
    { taskId: ready.id, move: { state: 'REVIEW', position: 0, beforeId: first.id } },
    { taskId: last.id, move: { state: 'REVIEW', position: 1, afterId: ready.id, beforeId: first.id } },
  ]);
});

it('changes no order of cards that are in the column already, where a sort decides what is seen (SPEC.md#views)', () => {
  expect(dropped([first], null, edit)).toEqual([[{ taskId: first.id, edit }]]);
  expect(dropped([first, ready], null, edit)).toEqual([
    [
      { taskId: first.id, edit },
      { taskId: ready.id, edit },
    ],
    [{ taskId: ready.id, move: expect.objectContaining({ state: 'REVIEW', afterId: last.id }) }],
  ]);
  expect(dropped([first, ready], null)).toEqual([[expect.objectContaining({ taskId: ready.id })]]);
});

it('tells of, and takes back, the cards that have moved', () => {
  const { made, notice } = drop([first, ready], null);
  expect(made.map(({ befores }) => befores)).toEqual([[ready]]);
  expect(notice).toBe('bulk_moved {"count":1}');
  expect(drop([first, ready], null, edit).notice).toBe('bulk_changed {"count":2}');
});

it('on the board over all projects tells which cards stood directly beside those that have moved, in their project', () => {
  const SITE = newId();
  const [above, moved, far] = [task(), task(), task()];
  const elsewhere = task({ projectId: SITE });
  const store = createStore();
  store.dispatch(
    personalRead({
      columns: [
        {
          id: 'READY',
          state: 'READY',
          tasks: [above, elsewhere, moved, far].map((card, n) => ({
            ...card,
            columnPosition: [3, 3, 4, 6][n] ?? 0,
          })),
        },
      ],
      cursors: { [PROJECT]: { epoch: EPOCH, v: 1 }, [SITE]: { epoch: EPOCH, v: 1 } },
      projects: [PROJECT, SITE].map((id) => ({ id, name: id, workspaceId: newId(), role: 'member' })),
    }),
  );
  const told: BulkChange['beside'][] = [];
  const onMany: BoardContextValue['onMany'] = (changes) => {
    for (const { beside } of changes) told.push(beside);
  };
  const t = (key: string) => key;
  const cards = [moved, elsewhere].flatMap(
    ({ id }) => selectTask(store.getState(), PERSONAL_BOARD, id) ?? [],
  );
  moveSelected(store, PERSONAL_BOARD, cards, 'DONE', AT_ITS_END, onMany, t);
  expect(told).toEqual([{ [moved.id]: { afterId: above.id } }, { [elsewhere.id]: {} }]);
});
