import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useMemo } from 'react';
import { selectColumn } from '#board-sync/board.selectors';
import { perState } from '#board-sync/board.types';
import { densityNow } from '#lib/boardLooks';
import { useAppStore } from '#store/hooks';
import { usePainted } from '#ui/usePainted';
import { useBoard } from '../board.context';
import { shownCards } from '../cards/shownCards';
import classes from '../components/board.module.css';
import { DragGround } from '../components/DragGround';
import { aimAt, aimFrom } from '../dnd/cardAim';
import { heldColumn, holdColumns } from '../dnd/dragHold';
import { stateOf } from '../dnd/useCardDrag';
import { useBoardKeys } from '../keyboard/useBoardKeys';
import { useColumnMoves } from '../keyboard/useColumnMoves';
import { BoardColumn } from './BoardColumn';
import { useColumnName } from './useColumnName';
import { useOpeningColumn } from './useOpeningColumn';
import { holdStates, useShownStates } from './useShownStates';

/** The narrowest column with its gap, in pixels, as in board.module.css. */
const COLUMN_PX = { comfortable: 232, compact: 182 };

const release = () => {
  aimAt(null);
  holdColumns(null);
  holdStates(null);
};

/** A kanban board: columns are task states, cards are dragged between and within them. */
export function Columns() {
  const store = useAppStore();
  const board = useBoard();
  const { boardId } = board;
  const states = useShownStates();
  const nameOf = useColumnName();
  const isPainted = usePainted();
  const { isPhone, first } = useOpeningColumn();
  const onScreen = Math.ceil(window.innerWidth / COLUMN_PX[densityNow()]);
  const isOnScreen = (index: number) => index >= first && index < first + onScreen;
  const stageOf = (index: number) => (isPainted ? 'all' : isOnScreen(index) ? 'visible' : 'none');
  useBoardKeys(useColumnMoves());
  const lists = useMemo(
    () => ({
      nameOf: (listId: string) => nameOf(stateOf(listId)),
      beforeMeasured: aimFrom,
      hold: () => {
        const shownIn = (state: TaskState) =>
          shownCards(selectColumn(store.getState(), boardId, state), board);
        holdColumns(perState(shownIn));
        holdStates(states);
      },
      release,
      heldIn: (listId: string) => heldColumn(stateOf(listId)) ?? [],
    }),
    [store, boardId, board, states, nameOf],
  );
  return (
    <DragGround lists={lists} isPhone={isPhone} className={classes.board ?? ''}>
      {states.map((state, index) => (
        <BoardColumn key={state} state={state} stage={stageOf(index)} />
      ))}
    </DragGround>
  );
}
