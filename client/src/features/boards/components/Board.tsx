import type { TaskState } from '@livelane/shared/tasks/task.values';
import { memo, useEffect, useMemo } from 'react';
import { selectColumn } from '#board-sync/board.selectors';
import { perState } from '#board-sync/board.types';
import { withLateTexts } from '#i18n/late.texts';
import { densityNow } from '#lib/boardLooks';
import { preloadLater } from '#lib/quietMoment';
import { useAppStore } from '#store/hooks';
import { deferred } from '#ui/lazy/deferred';
import { usePainted } from '#ui/usePainted';
import { useBoard } from '../board.context';
import { shownCards } from '../cards/shownCards';
import { BoardColumn, ColumnMenu } from '../columns/BoardColumn';
import { useColumnName } from '../columns/useColumnName';
import { useOpeningColumn } from '../columns/useOpeningColumn';
import { holdStates, useShownStates } from '../columns/useShownStates';
import { aimAt, aimFrom } from '../dnd/cardAim';
import { heldColumn, holdColumns } from '../dnd/dragHold';
import { stateOf } from '../dnd/useCardDrag';
import { useBoardKeys } from '../keyboard/useBoardKeys';
import { useColumnMoves } from '../keyboard/useColumnMoves';
import classes from './board.module.css';
import { DragGround } from './DragGround';

/** The narrowest column with its gap, in pixels, as in board.module.css. */
const COLUMN_PX = { comfortable: 232, compact: 182 };

const release = () => {
  aimAt(null);
  holdColumns(null);
  holdStates(null);
};

/** The kanban board: columns are task states, cards are dragged between and within them. */
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

/** In a script of its own; without it the board is shown in columns, in its own order. */
const ArrangedBoard = deferred(
  withLateTexts(async () => (await import('../lanes/ArrangedBoard')).ArrangedBoard),
  undefined,
  Columns,
);
// If the address needs it, its script loads in parallel with the board's data.
if (/[?&](lanes|sort)=/.test(window.location.search)) ArrangedBoard.preload().catch(() => undefined);

/** A board as its viewer has chosen to see it. */
export const Board = memo(function Board() {
  const { look } = useBoard();
  useEffect(() => preloadLater([ArrangedBoard, ColumnMenu]), []);
  return look.lanes === 'none' && !look.sort ? <Columns /> : <ArrangedBoard />;
});
