import {
  newId,
  PROJECT,
  snapshot,
  task,
  USER,
  withAnswer,
  withPending,
  withSnapshot,
} from '#board-sync/board.fixture';
import { noBoards, projectBoard } from '#board-sync/board.types';
import { type BoardMutation, deleteTask } from '#board-sync/mutations';
import { placeOf, UndoHistory } from '#board-sync/undo';
import type { Store } from '#store/store';
import { undoChange } from './undoChange';

jest.mock('#ui/toast/toast.store', () => ({ showToast: jest.fn() }));
jest.mock('#lib/api', () => ({}));

const TWO_HOURS_MS = 2 * 60 * 60 * 1_000;
const card = task();

/** What undoes a member's deletion of two hours ago. */
function undone(isSent: boolean): string[] {
  const deletion = deleteTask({ now: () => Date.now() - TWO_HOURS_MS, newId }, card);
  const full = withSnapshot(noBoards, snapshot(5, [card]));
  const board = projectBoard(full, PROJECT);
  if (!board) throw new Error('The board is not there');
  const waiting = withPending(full, deletion.pending);
  const state = isSent ? withAnswer(waiting, deletion.entry.mutationId, 6) : waiting;
  const undoable = new UndoHistory(USER, () => ({ getItem: () => null, setItem: () => undefined }));
  const change = undoable.add({
    boardId: PROJECT,
    mutation: deletion,
    before: card,
    place: placeOf(board, card),
  });
  const added: BoardMutation[] = [];
  const outbox = { add: (mutation: BoardMutation) => void added.push(mutation) };
  undoChange(
    {
      changes: { undoable, outbox } as unknown as Parameters<typeof undoChange>[0]['changes'],
      store: { getState: () => ({ board: state }) as ReturnType<Store['getState']> },
      boardId: PROJECT,
      userId: USER,
      canRestore: () => false,
      t: ((label: string) => label) as Parameters<typeof undoChange>[0]['t'],
      undoAnyway: () => undefined,
    },
    change,
    false,
  );
  return added.map(({ entry }) => entry.path);
}

it('a deletion that has waited for longer than its author may restore is taken back, not copied', () => {
  expect(undone(false)).toEqual([`/tasks/${card.id}/restore`]);
});

it('a member makes a copy of what they deleted long ago', () => {
  expect(undone(true)).toEqual(['/tasks']);
});
