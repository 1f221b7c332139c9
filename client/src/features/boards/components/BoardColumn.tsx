import type { TaskState } from '@livelane/shared/tasks/task.values';
import Add from '@mui/icons-material/Add';
import IconButton from '@mui/material/IconButton';
import { type CSSProperties, memo, useCallback, useEffect, useRef } from 'react';
import { selectAwaited, selectTask } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { stateColours } from '#ui/task-looks/taskLooks';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { useBoard } from '../board.context';
import { type DraggableChildrenFn, type DraggableProvided, Droppable } from '../dnd/dnd';
import { isFiltering } from '../filters/board.filter';
import { useShownCards } from '../useShownCards';
import classes from './board.module.css';
import { CardFace } from './CardFace';
import { ColumnList } from './ColumnList';
import { QuickAdd } from './QuickAdd';

/** Which cards are rendered: those near the screen, or in the very first picture those on it, or none. */
type ColumnStage = 'all' | 'visible' | 'none';

interface ColumnProps {
  state: TaskState;
  stage: ColumnStage;
}

/** A column: its name, the cards that the filter lets through, and the quick add. */
export const BoardColumn = memo(function BoardColumn({ state, stage }: ColumnProps) {
  const t = useT();
  const { boardId, filter, canCreate } = useBoard();
  const awaited = useAppSelector((store) => selectAwaited(store, boardId, state));
  const ids = useShownCards(state);
  const name = t(`kanban_state_${state}`);
  const isCollapsed = isFiltering(filter) && ids.length === 0;
  return (
    <section
      className={`${classes.column} ${isCollapsed ? classes.collapsed : ''}`}
      data-state={state}
      aria-label={name}
      style={{ '--state-colour': stateColours[state] } as CSSProperties}
    >
      <ColumnHeader state={state} count={ids.length + (isFiltering(filter) ? 0 : awaited)} />
      <ColumnCards state={state} ids={ids} stage={stage} />
      {canCreate && <QuickAdd state={state} />}
    </section>
  );
});

const ColumnHeader = memo(function ColumnHeader({ state, count }: { state: TaskState; count: number }) {
  const t = useT();
  const { canCreate, onNew } = useBoard();
  const name = t(`kanban_state_${state}`);
  return (
    <div className={classes.header}>
      <h2 className={classes.headerTitle}>{name}</h2>
      <span className={classes.count} title={t('column_tasks', { count })}>
        {count}
      </span>
      {canCreate && (
        <Tooltip title={t('column_add', { state: name })}>
          <IconButton size="small" aria-label={t('column_add', { state: name })} onClick={() => onNew(state)}>
            <Add fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </div>
  );
});

/** Rendered when the order changes, not with every change of a card. */
const ColumnCards = memo(function ColumnCards({
  state,
  ids,
  stage,
}: ColumnProps & { ids: readonly string[] }) {
  const t = useT();
  const label = `${t(`kanban_state_${state}`)}: ${t('column_tasks', { count: ids.length })}`;
  return (
    <Droppable droppableId={state} mode="virtual" renderClone={renderClone}>
      {(provided, { isUsingPlaceholder }) => (
        <ColumnList
          state={state}
          ids={stage === 'none' ? NO_CARDS : ids}
          isWhole={stage === 'all'}
          provided={provided}
          hasPlaceholder={isUsingPlaceholder}
          label={label}
        />
      )}
    </Droppable>
  );
});

const NO_CARDS: readonly string[] = [];

const renderClone: DraggableChildrenFn = (provided, snapshot, rubric) => (
  <DraggedCard provided={provided} isDropping={snapshot.isDropAnimating} taskId={rubric.draggableId} />
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
  const element = useRef<HTMLElement | null>(null);
  const { innerRef } = provided;
  const attach = useCallback(
    (now: HTMLElement | null) => {
      element.current = now;
      innerRef(now);
    },
    [innerRef],
  );
  // The library flies the card to its place and waits for the end of that. It is told that the flight is over before
  // it began, so that a drop is painted in the next frame. Not in this task: React is in the middle of a commit.
  useEffect(() => {
    if (!isDropping) return;
    const ended = new TransitionEvent('transitionend', { propertyName: 'transform', bubbles: true });
    queueMicrotask(() => element.current?.dispatchEvent(ended));
  }, [isDropping]);
  return (
    <div
      {...provided.draggableProps}
      {...provided.dragHandleProps}
      ref={attach}
      className={classes.slot}
      data-task-id={taskId}
    >
      {task && <CardFace task={task} isDragging />}
    </div>
  );
}
