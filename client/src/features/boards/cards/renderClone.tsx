import { useCallback, useEffect, useRef } from 'react';
import { selectTask } from '#board-sync/board.selectors';
import { useAppSelector } from '#store/hooks';
import { useBoard } from '../board.context';
import { shownWidth } from '../dnd/cardAim';
import type { DraggableChildrenFn, DraggableProvided } from '../dnd/dnd';
import { taskOf } from '../dnd/useCardDrag';
import { carriedWith } from '../selection/selection';
import { CardFace } from './CardFace';
import classes from './card.module.css';

export const renderClone: DraggableChildrenFn = (provided, snapshot, rubric) => (
  <DraggedCard
    provided={provided}
    isDropping={snapshot.isDropAnimating}
    taskId={taskOf(rubric.draggableId)}
  />
);

interface DraggedCardProps {
  provided: DraggableProvided;
  isDropping: boolean;
  taskId: string;
}

/** The card under the pointer. */
function DraggedCard({ provided, isDropping, taskId }: DraggedCardProps) {
  const { boardId } = useBoard();
  const task = useAppSelector((store) => selectTask(store, boardId, taskId));
  const count = carriedWith(taskId).length;
  const element = useRef<HTMLElement | null>(null);
  const { innerRef, draggableProps } = provided;
  const { style } = draggableProps;
  const attach = useCallback(
    (now: HTMLElement | null) => {
      element.current = now;
      innerRef(now);
    },
    [innerRef],
  );
  // The library animates the card to its place and waits for the end. We signal the end before the animation
  // begins, so that a drop is painted in the next frame. Not in this task: React is in the middle of a commit.
  useEffect(() => {
    if (!isDropping) return;
    const ended = new TransitionEvent('transitionend', { propertyName: 'transform', bubbles: true });
    queueMicrotask(() => element.current?.dispatchEvent(ended));
  }, [isDropping]);
  return (
    <div
      {...draggableProps}
      {...provided.dragHandleProps}
      ref={attach}
      style={style && 'width' in style ? { ...style, width: shownWidth(style.width) } : style}
      className={classes.slot}
      data-task-id={taskId}
    >
      {task && <CardFace task={task} isDragging />}
      {count > 1 && <span className={classes.carried}>{count}</span>}
    </div>
  );
}
