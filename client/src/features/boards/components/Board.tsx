import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { selectColumn, selectTask } from '#board-sync/board.selectors';
import { perState } from '#board-sync/board.types';
import { useT } from '#i18n/useT';
import { densityNow } from '#lib/boardLooks';
import { afterQuiet, preloadLater, setCarried } from '#lib/quietMoment';
import { useAppStore } from '#store/hooks';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { showToast } from '#ui/toast/toast.store';
import { usePainted } from '#ui/usePainted';
import { useBoard } from '../board.context';
import { refusalOf } from '../column.limit';
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
import { columnElement } from '../keyboard/cardFocus';
import { useBoardKeys } from '../keyboard/useBoardKeys';
import { useKeptFocus } from '../keyboard/useKeptFocus';
import { clearSelection, isByFinger, toggle, useSelection } from '../selection/selection';
import { shownCards } from '../shownCards';
import { useColumnName } from '../useColumnName';
import { useFirstMatch } from '../useFirstMatch';
import { useOpeningColumn } from '../useOpeningColumn';
import { BoardColumn } from './BoardColumn';
import classes from './board.module.css';
import { ColumnSwitcher } from './ColumnSwitcher';
import { CardMenu } from './TaskCard';

/** Fetched in a quiet moment. */
const Selection = deferredDialog(async () => (await import('../selection/Selection')).Selection);

/** The narrowest column with its gap, in pixels, as in board.module.css. */
const COLUMN_PX = { comfortable: 232, compact: 182 };

/** Marks the columns that take no more, for the styles. */
function markFull(isFull: (state: TaskState) => boolean): void {
  for (const state of taskStates) columnElement(state)?.toggleAttribute('data-full', isFull(state));
}

/** The kanban board: columns are task states, cards are dragged between and within them. */
export const Board = memo(function Board() {
  const t = useT();
  const store = useAppStore();
  const { boardId, filter, workspaceOf, settings, onMove, onDragging } = useBoard();
  const nameOf = useColumnName();
  const stopScrolling = useRef<(() => void) | null>(null);
  const carriedTitle = useRef('');
  const element = useRef<HTMLDivElement>(null);

  const isSelecting = useSelection().size > 0;
  const [isSelectionReady, setSelectionReady] = useState(false);
  useEffect(() => afterQuiet(() => setSelectionReady(true)), []);
  // Whoever has chosen cards once goes on with it, by Ctrl+A for instance.
  if (isSelecting && !isSelectionReady) setSelectionReady(true);
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
    if (task) {
      onDragging(task.projectId, draggableId);
      markFull((state) => refusalOf(store.getState(), { boardId, settings }, state, [task]) !== null);
    }
    carriedTitle.current = titleOf(draggableId);
    announce(
      t('drag_lifted', {
        title: titleOf(draggableId),
        position: source.index + 1,
        state: nameOf(source.droppableId as TaskState),
      }),
    );
  };
  const tell = ({ draggableId, destination, mode }: DragUpdate, { announce }: ResponderProvided) => {
    const title = titleOf(draggableId);
    if (!destination) announce(t('drag_nowhere', { title }));
    else {
      const { index, droppableId } = destination;
      if (mode === 'SNAP') setCarriedOver(droppableId as TaskState);
      const state = droppableId as TaskState;
      const task = selectTask(store.getState(), boardId, draggableId);
      const full = task && refusalOf(store.getState(), { boardId, settings }, state, [task]);
      announce(
        full
          ? t('column_full_text', { ...full, state: nameOf(state) })
          : t('drag_moved', { title, position: index + 1, state: nameOf(state) }),
      );
    }
  };
  const drop = useCallback(
    ({ draggableId, source, destination, reason }: DropResult, { announce }: ResponderProvided) => {
      stopScrolling.current?.();
      stopScrolling.current = null;
      setCarriedOver(null);
      delete document.documentElement.dataset.dragging;
      setCarried(false);
      markFull(() => false);
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
      if (isByFinger() && state === source.droppableId && destination.index === source.index) toggle(task.id);
      // The library counts the cards that were shown; of those that are still there, the neighbours are the place.
      const column = selectColumn(store.getState(), boardId, state);
      const shown = (heldColumn(state) ?? []).filter((id) => id !== draggableId);
      const isThere = (id: string) => column?.cards[id] !== undefined;
      const { index } = destination;
      const isTaken = onMove(draggableId, state, {
        afterId: shown.slice(0, index).findLast(isThere) ?? null,
        beforeId: shown.slice(index).find(isThere) ?? null,
      });
      holdColumns(null);
      const title = task.title;
      announce(
        isTaken
          ? t('drag_dropped', { title, position: index + 1, state: nameOf(state) })
          : t('drag_cancelled', { title }),
      );
    },
    [store, boardId, onMove, onDragging, nameOf, t],
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
      <div ref={element} className={classes.board}>
        {taskStates.map(
          (state, index) =>
            !settings[state]?.isHidden && <BoardColumn key={state} state={state} stage={stageOf(index)} />,
        )}
      </div>
      <div className={classes.shield} />
      {isSelectionReady && <Selection board={element} onClose={clearSelection} />}
      {isPhone && <ColumnSwitcher />}
    </DragDropContext>
  );
});
