import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { selectColumn, selectTask } from '#board-sync/board.selectors';
import { perState } from '#board-sync/board.types';
import { useT } from '#i18n/useT';
import { densityNow } from '#lib/density';
import { preloadLater, setCarried } from '#lib/quietMoment';
import { useAppStore } from '#store/hooks';
import { showToast } from '#ui/toast/toast.store';
import { usePainted } from '#ui/usePainted';
import { useBoard } from '../board.context';
import { startAutoScroll } from '../dnd/autoScroll';
import {
  DragDropContext,
  type DragStart,
  type DragUpdate,
  type DropResult,
  type ResponderProvided,
} from '../dnd/dnd';
import { muteLibraryStyles } from '../dnd/drag.styles';
import { heldColumn, holdColumns } from '../dnd/dragHold';
import { setCarriedOver, showNextPlaces } from '../dnd/keyCarry';
import { cureTouch } from '../dnd/touchCure';
import { useBoardKeys } from '../keyboard/useBoardKeys';
import { useKeptFocus } from '../keyboard/useKeptFocus';
import { shownCards } from '../shownCards';
import { useFirstMatch } from '../useFirstMatch';
import { useOpeningColumn } from '../useOpeningColumn';
import { BoardColumn } from './BoardColumn';
import classes from './board.module.css';
import { ColumnSwitcher } from './ColumnSwitcher';
import { CardMenu } from './TaskCard';

/** The narrowest column with its gap, in pixels, as in board.module.css. */
const COLUMN_PX = { comfortable: 232, compact: 182 };

/** The kanban board: columns are task states, cards are dragged between and within them. */
export const Board = memo(function Board() {
  const t = useT();
  const store = useAppStore();
  const { boardId, filter, workspaceOf, onMove, onDragging } = useBoard();
  const stopScrolling = useRef<(() => void) | null>(null);
  const carriedTitle = useRef('');

  const isPainted = usePainted();
  const { isPhone, first } = useOpeningColumn();
  const onScreen = Math.ceil(window.innerWidth / COLUMN_PX[densityNow()]);
  const isOnScreen = (index: number) => index >= first && index < first + onScreen;
  const stageOf = (index: number) => (isPainted ? 'all' : isOnScreen(index) ? 'visible' : 'none');
  useBoardKeys();
  useKeptFocus(boardId);
  useEffect(
    () => () => {
      delete document.documentElement.dataset.dragging;
      setCarried(false);
      holdColumns(null);
    },
    [],
  );
  // Before the first painting, and after the library has made them.
  useLayoutEffect(muteLibraryStyles, []);
  useEffect(cureTouch, []);
  useEffect(showNextPlaces, []);
  useFirstMatch();
  useEffect(() => preloadLater([CardMenu]), []);
  useEffect(() => () => stopScrolling.current?.(), []);

  const shownIn = (state: TaskState) =>
    shownCards(selectColumn(store.getState(), boardId, state), { filter, workspaceOf });

  const titleOf = (taskId: string) => selectTask(store.getState(), boardId, taskId)?.title ?? '';
  const nameOf = (state: string) => t(`kanban_state_${state as TaskState}`);

  const prepare = () => {
    document.documentElement.dataset.dragging = '';
  };
  const begin = (start: DragStart, { announce }: ResponderProvided) => {
    if (start.mode === 'FLUID') stopScrolling.current = startAutoScroll();
    else setCarriedOver(start.source.droppableId as TaskState);
    setCarried(true);
    holdColumns(perState(shownIn));
    const { draggableId, source } = start;
    const task = selectTask(store.getState(), boardId, draggableId);
    if (task) onDragging(task.projectId, draggableId);
    carriedTitle.current = titleOf(draggableId);
    announce(
      t('drag_lifted', {
        title: titleOf(draggableId),
        position: source.index + 1,
        state: nameOf(source.droppableId),
      }),
    );
  };
  const tell = ({ draggableId, destination, mode }: DragUpdate, { announce }: ResponderProvided) => {
    const title = titleOf(draggableId);
    if (!destination) announce(t('drag_nowhere', { title }));
    else {
      const { index, droppableId } = destination;
      if (mode === 'SNAP') setCarriedOver(droppableId as TaskState);
      announce(t('drag_moved', { title, position: index + 1, state: nameOf(droppableId) }));
    }
  };
  const drop = useCallback(
    ({ draggableId, destination, reason }: DropResult, { announce }: ResponderProvided) => {
      stopScrolling.current?.();
      stopScrolling.current = null;
      setCarriedOver(null);
      delete document.documentElement.dataset.dragging;
      setCarried(false);
      const task = selectTask(store.getState(), boardId, draggableId);
      onDragging(task?.projectId ?? '', null);
      if (!destination || reason === 'CANCEL' || !task) {
        holdColumns(null);
        announce(t('drag_cancelled', { title: carriedTitle.current }));
        // It has gone from under the pointer: somebody has deleted it, or it is not for this user any more.
        if (!task) showToast({ description: t('undo_gone', { title: carriedTitle.current }) });
        return;
      }
      const state = destination.droppableId as TaskState;
      // The library counts the cards that were shown; of those that are still there, the neighbours are the place.
      const column = selectColumn(store.getState(), boardId, state);
      const shown = (heldColumn(state) ?? []).filter((id) => id !== draggableId);
      const isThere = (id: string) => column?.cards[id] !== undefined;
      const { index } = destination;
      onMove(draggableId, state, {
        afterId: shown.slice(0, index).findLast(isThere) ?? null,
        beforeId: shown.slice(index).find(isThere) ?? null,
      });
      holdColumns(null);
      announce(
        t('drag_dropped', { title: task.title, position: index + 1, state: t(`kanban_state_${state}`) }),
      );
    },
    [store, boardId, onMove, onDragging, t],
  );

  return (
    <DragDropContext
      onBeforeDragStart={prepare}
      onDragStart={begin}
      onDragUpdate={tell}
      onDragEnd={drop}
      autoScrollerOptions={{ disabled: true }}
      dragHandleUsageInstructions={t('card_drag_hint')}
    >
      <div className={classes.board}>
        {taskStates.map((state, index) => (
          <BoardColumn key={state} state={state} stage={stageOf(index)} />
        ))}
      </div>
      <div className={classes.shield} />
      {isPhone && <ColumnSwitcher />}
    </DragDropContext>
  );
});
