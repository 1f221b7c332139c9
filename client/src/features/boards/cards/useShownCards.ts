import type { TaskState } from '@livelane/shared/tasks/task.values';
import { selectColumn } from '#board-sync/board.selectors';
import { useAppSelector } from '#store/hooks';
import { useBoard } from '../board.context';
import { useHeldColumn } from '../dnd/dragHold';
import { shownCards } from './shownCards';

/** The shown cards of a column; during a drag those of its beginning. */
export function useShownCards(state: TaskState): readonly string[] {
  const board = useBoard();
  const column = useAppSelector((store) => selectColumn(store, board.boardId, state));
  const held = useHeldColumn(state);
  return held ?? shownCards(column, board);
}
