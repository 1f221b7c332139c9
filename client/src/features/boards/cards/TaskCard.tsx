import type { PresentUser } from '@livelane/shared/realtime/messages.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type CSSProperties, memo, useCallback, useState } from 'react';
import { selectActiveOn, selectCard, selectIsWaiting } from '#board-sync/board.selectors';
import { PAST_BOARD } from '#board-sync/board.types';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { useBoard } from '../board.context';
import { Draggable, type DraggableProvided } from '../dnd/dnd';
import { selectByClick, useIsSelected } from '../selection/selection';
import { CardFace } from './CardFace';
import classes from './card.module.css';

/** Fetched in a quiet moment, by the board. */
export const DeferredCardMenu = deferredDialog(async () => (await import('./CardMenu')).CardMenu);

interface Props {
  state: TaskState;
  taskId: string;
  /** For cards that are shown more than once: begins with the task's id. */
  draggableId?: string;
  index: number;
  /** Pixels from the top of the virtual list. */
  start: number;
  measure: (element: HTMLElement | null) => void;
}

/** A card in its column. It takes only ids and selects its data itself: a pushed change renders only this card. */
export const TaskCard = memo(function TaskCard(props: Props) {
  const { state, taskId, draggableId = taskId, index, start, measure } = props;
  const { boardId, canEdit } = useBoard();
  const task = useAppSelector((store) => selectCard(store, boardId, state, taskId));
  // Nobody is on a past board.
  const openIn = boardId === PAST_BOARD ? '' : (task?.projectId ?? '');
  const active = useAppSelector((store) => selectActiveOn(store, openIn, taskId));
  const isWaiting = useAppSelector((store) => selectIsWaiting(store, taskId));
  if (!task) return null;
  const isEditable = canEdit(task.projectId);
  return (
    <Draggable draggableId={draggableId} index={index} isDragDisabled={!isEditable}>
      {(provided) => <Slot {...{ provided, task, active, isWaiting, isEditable, index, start, measure }} />}
    </Draggable>
  );
});

interface SlotProps extends Pick<Props, 'index' | 'start' | 'measure'> {
  provided: DraggableProvided;
  task: StoredTask;
  active: readonly PresentUser[];
  isWaiting: boolean;
  isEditable: boolean;
}

/** A card's element, which the list places and the drag library moves. */
function Slot({ provided, task, active, isWaiting, isEditable, index, start, measure }: SlotProps) {
  const t = useT();
  const { onOpen } = useBoard();
  const [anchor, setAnchor] = useState<HTMLElement | { top: number; left: number } | null>(null);
  const isSelected = useIsSelected(task.id);
  const { innerRef } = provided;
  // Stable, or each move of a card would measure it again and force a layout.
  const attach = useCallback(
    (element: HTMLElement | null) => {
      innerRef(element);
      measure(element);
    },
    [innerRef, measure],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot hold the menu's button
    <div
      {...provided.draggableProps}
      {...provided.dragHandleProps}
      ref={attach}
      className={classes.slot}
      style={placed(start, provided.draggableProps.style)}
      data-task-id={task.id}
      data-index={index}
      data-selected={isSelected || undefined}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a card is lifted and opened by keyboard
      tabIndex={0}
      aria-label={task.title || t('activity_erased')}
      onClick={(event) => {
        // WebKit's driver also reports the release of the right button as a click.
        if (anchor) return;
        const { currentTarget } = event;
        // The drag library prevents the focus on press; without it the focus could not return after the dialog.
        currentTarget.focus({ preventScroll: true });
        if (!isEditable || !selectByClick(event, task.id)) onOpen(task.id);
      }}
      onContextMenu={(event) => {
        // A long press lifts the card.
        if (!isEditable || (event.nativeEvent as PointerEvent).pointerType === 'touch') return;
        event.preventDefault();
        setAnchor({ top: event.clientY, left: event.clientX });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        // The dialog gets the focus before the key is released, and would be submitted by the rest of the keystroke.
        event.preventDefault();
        onOpen(task.id);
      }}
    >
      <CardFace
        task={task}
        active={active}
        isWaiting={isWaiting}
        onMenu={isEditable ? setAnchor : undefined}
      />
      {anchor && <DeferredCardMenu taskId={task.id} anchor={anchor} onClose={() => setAnchor(null)} />}
    </div>
  );
}

/** `top`, never `transform`: that belongs to the drag library. */
function placed(start: number, style: CSSProperties | undefined): CSSProperties {
  return { position: 'absolute', top: start, insetInline: 0, ...style };
}
