import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type CSSProperties, memo, useCallback, useState } from 'react';
import { selectActiveOn, selectCard } from '../../../board-sync/board.selectors';
import { useAppSelector } from '../../../lib/store';
import { useBoard } from '../board.context';
import { Draggable } from '../dnd/dnd';
import classes from './board.module.css';
import { CardFace } from './CardFace';
import { CardMenu } from './CardMenu';

interface Props {
  state: TaskState;
  taskId: string;
  index: number;
  /** Pixels from the top of the virtual list. */
  start: number;
  measure: (element: HTMLElement | null) => void;
}

/** A card in its column. It takes only ids and selects itself: a pushed change renders it and nothing else. */
export const TaskCard = memo(function TaskCard({ state, taskId, index, start, measure }: Props) {
  const { boardId, onOpen, canEdit } = useBoard();
  const task = useAppSelector((store) => selectCard(store, boardId, state, taskId));
  const active = useAppSelector((store) => selectActiveOn(store, task?.projectId ?? '', taskId));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const openMenu = useCallback((element: HTMLElement) => setAnchor(element), []);
  if (!task) return null;
  const isEditable = canEdit(task.projectId);
  return (
    <Draggable draggableId={taskId} index={index} isDragDisabled={!isEditable}>
      {(provided) => (
        // biome-ignore lint/a11y/useSemanticElements: a button cannot hold the menu's button
        <div
          {...provided.draggableProps}
          {...provided.dragHandleProps}
          ref={(element) => {
            provided.innerRef(element);
            measure(element);
          }}
          className={classes.slot}
          style={placed(start, provided.draggableProps.style)}
          data-task-id={taskId}
          data-index={index}
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a card is lifted and opened by keyboard
          tabIndex={0}
          aria-label={task.title}
          onClick={() => onOpen(taskId)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(taskId);
          }}
        >
          <CardFace task={task} active={active} onMenu={isEditable ? openMenu : undefined} />
          {anchor && <CardMenu taskId={taskId} anchor={anchor} onClose={() => setAnchor(null)} />}
        </div>
      )}
    </Draggable>
  );
});

/** `top`, never `transform`: that one is the drag library's. */
function placed(start: number, style: CSSProperties | undefined): CSSProperties {
  return { position: 'absolute', top: start, insetInline: 0, ...style };
}
