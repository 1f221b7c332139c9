import type { TaskState } from '@livelane/shared/tasks/task.values';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { selectColumn, selectTask } from '#board-sync/board.selectors';
import type { BulkEdit } from '#board-sync/bulk.mutations';
import { useT } from '#i18n/useT';
import { preloadLater, setCarried } from '#lib/quietMoment';
import { useAppStore } from '#store/hooks';
import { showToast } from '#ui/toast/toast.store';
import { useBoard } from '../board.context';
import { shownCards } from '../cards/shownCards';
import { refusalOf } from '../columns/column.limit';
import { columnElement } from '../keyboard/cardFocus';
import { isByFinger, toggle } from '../selection/selection';
import type { BeforeCapture, DragStart, DragUpdate, DropResult, ResponderProvided } from './dnd';
import { muteLibraryStyles } from './drag.styles';
import { setCarriedOver, showNextPlaces } from './keyCarry';
import { cureTouch } from './touchCure';

/**
 * The lists between which cards are dragged: columns, or their parts in lanes. The id of a list begins with its state,
 * that of a draggable with its task's; a blank ends either.
 */
export interface CardLists {
  nameOf: (listId: string) => string;
  /** Called for a card that a pointer lifts, before the drag library measures. */
  beforeMeasured?: (taskId: string) => void;
  /** Freezes the shown order of the lists while this card is dragged; `release` ends it. */
  hold: (taskId: string) => void;
  release: () => void;
  /** The ids of the tasks in a frozen list. */
  heldIn: (listId: string) => readonly string[];
  /** The drop place in lists that the drag library does not know. */
  placeElsewhere?: () => DropResult['destination'];
  /** A card's changes beside its state when it moves to another list; null, after a message, if it cannot. */
  editOf?: (taskId: string, from: string, to: string) => BulkEdit | null | undefined;
}

export const stateOf = (listId: string) => listId.split(' ', 1)[0] as TaskState;
export const taskOf = (draggableId: string): string => draggableId.split(' ', 1)[0] ?? '';

/** Fetched in a quiet moment: needed once a card is dragged to an edge. */
const loadAutoScroll = () => import('./autoScroll');
const AUTO_SCROLL = { preload: async () => void (await loadAutoScroll()) };

/** Scrolls while a card is dragged. @returns ends it */
function scroll(): () => void {
  const begun = loadAutoScroll().then(
    ({ startAutoScroll }) => startAutoScroll(),
    // Without its script a card can only be dropped in its own column.
    () => undefined,
  );
  return () => void begun.then((end) => end?.());
}

/** Marks full columns, for the styles. */
function markFull(isFull: (state: TaskState) => boolean): void {
  for (const state of taskStates) columnElement(state)?.toggleAttribute('data-full', isFull(state));
}

/** Handles a drag from lift to drop, with announcements. @returns the handlers for the drag library */
export function useCardDrag(lists: CardLists) {
  const { nameOf, beforeMeasured, hold, release, heldIn, placeElsewhere, editOf } = lists;
  const t = useT();
  const store = useAppStore();
  const board = useBoard();
  const { boardId, settings, onDragging, onMove } = board;
  const stopScrolling = useRef<(() => void) | null>(null);
  const carriedTitle = useRef('');
  useEffect(
    () => () => {
      delete document.documentElement.dataset.dragging;
      setCarried(false);
      release();
    },
    [release],
  );
  // Before the first paint, and after the library has created them.
  useLayoutEffect(muteLibraryStyles, []);
  useEffect(cureTouch, []);
  useEffect(showNextPlaces, []);
  useEffect(() => preloadLater([AUTO_SCROLL]), []);
  useEffect(() => () => stopScrolling.current?.(), []);

  const taskNow = (draggableId: string) => selectTask(store.getState(), boardId, taskOf(draggableId));

  const onBeforeCapture = ({ draggableId, mode }: BeforeCapture) => {
    if (mode === 'FLUID') beforeMeasured?.(taskOf(draggableId));
  };
  const onBeforeDragStart = () => {
    document.documentElement.dataset.dragging = '';
  };
  const onDragStart = (start: DragStart, { announce }: ResponderProvided) => {
    const { draggableId, source } = start;
    if (start.mode === 'FLUID') stopScrolling.current = scroll();
    else setCarriedOver(stateOf(source.droppableId));
    setCarried(true);
    hold(taskOf(draggableId));
    const task = taskNow(draggableId);
    if (task) {
      onDragging(task.projectId, task.id);
      markFull((state) => refusalOf(store.getState(), { boardId, settings }, state, [task]) !== null);
    }
    carriedTitle.current = task?.title ?? '';
    announce(
      t('drag_lifted', {
        title: carriedTitle.current,
        position: source.index + 1,
        state: nameOf(source.droppableId),
      }),
    );
  };
  const onDragUpdate = ({ draggableId, destination, mode }: DragUpdate, { announce }: ResponderProvided) => {
    const task = taskNow(draggableId);
    const title = task?.title ?? '';
    if (!destination) announce(t('drag_nowhere', { title }));
    else {
      const { index, droppableId } = destination;
      const state = stateOf(droppableId);
      if (mode === 'SNAP') setCarriedOver(state);
      const full = task && refusalOf(store.getState(), { boardId, settings }, state, [task]);
      announce(
        full
          ? t('column_full_text', { ...full, state: nameOf(droppableId) })
          : t('drag_moved', { title, position: index + 1, state: nameOf(droppableId) }),
      );
    }
  };
  const onDragEnd = useCallback(
    ({ draggableId, source, destination: known, reason }: DropResult, { announce }: ResponderProvided) => {
      const destination = known ?? placeElsewhere?.();
      stopScrolling.current?.();
      stopScrolling.current = null;
      setCarriedOver(null);
      delete document.documentElement.dataset.dragging;
      setCarried(false);
      markFull(() => false);
      const task = selectTask(store.getState(), boardId, taskOf(draggableId));
      onDragging(task?.projectId ?? '', null);
      if (!destination || reason === 'CANCEL' || !task) {
        release();
        announce(t('drag_cancelled', { title: carriedTitle.current }));
        // It has been removed during the drag: someone has deleted it, or this user may no longer see it.
        if (!task) showToast({ description: t('undo_gone', { title: carriedTitle.current }) });
        return;
      }
      const { index, droppableId } = destination;
      const isSameList = droppableId === source.droppableId;
      const isPutBack = isSameList && index === source.index;
      if (isByFinger() && isPutBack) toggle(task.id);
      // The library counts the cards as shown at the lift; the place is between the nearest of them that still exist.
      const column = selectColumn(store.getState(), boardId, stateOf(droppableId));
      const shown = heldIn(droppableId).filter((id) => !isSameList || id !== task.id);
      const isThere = (id: string) => id !== task.id && column?.cards[id] !== undefined;
      const place = {
        afterId: shown.slice(0, index).findLast(isThere) ?? null,
        beforeId: shown.slice(index).find(isThere) ?? null,
      };
      const edit = editOf?.(task.id, source.droppableId, droppableId);
      let isTaken = isPutBack;
      try {
        isTaken ||= edit !== null && onMove(task.id, stateOf(droppableId), place, edit);
      } finally {
        release();
      }
      const { title } = task;
      // A sorted column and the personal board decide where it comes.
      const here = new Set([...shown, task.id]);
      const now = shownCards(selectColumn(store.getState(), boardId, stateOf(droppableId)), board);
      const position = now.filter((id) => here.has(id)).indexOf(task.id) + 1 || index + 1;
      announce(
        isTaken
          ? t('drag_dropped', { title, position, state: nameOf(droppableId) })
          : t('drag_cancelled', { title }),
      );
    },
    [store, board, boardId, release, heldIn, placeElsewhere, editOf, onMove, onDragging, nameOf, t],
  );
  return { onBeforeCapture, onBeforeDragStart, onDragStart, onDragUpdate, onDragEnd };
}
