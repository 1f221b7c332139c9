import type { TaskState } from '@livelane/shared/tasks/task.values';
import Add from '@mui/icons-material/Add';
import IconButton from '@mui/material/IconButton';
import { type CSSProperties, memo, useCallback, useEffect, useRef, useState } from 'react';
import { selectAwaited, selectTask } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { stateColours } from '#ui/task-looks/taskLooks';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { useBoard } from '../board.context';
import { CardFace, DOTS } from '../cards/CardFace';
import { useShownCards } from '../cards/useShownCards';
import classes from '../components/board.module.css';
import { shownWidth, useIsAimed } from '../dnd/cardAim';
import { type DraggableChildrenFn, type DraggableProvided, Droppable } from '../dnd/dnd';
import { taskOf } from '../dnd/useCardDrag';
import { isFiltering } from '../filters/board.filter';
import { carriedWith } from '../selection/selection';
import { ColumnList } from './ColumnList';
import { limitedCount } from './column.limit';
import { QuickAdd } from './QuickAdd';
import { useColumnName } from './useColumnName';

export const ColumnMenu = deferredDialog(async () => (await import('./ColumnMenu')).ColumnMenu);

/** The rendered cards: those near the screen; in the first paint only those on it, or none. */
type ColumnStage = 'all' | 'visible' | 'none';

interface ColumnProps {
  state: TaskState;
  stage: ColumnStage;
}

/** A column: its name, the cards that the filter lets through, and the quick add. */
export const BoardColumn = memo(function BoardColumn({ state, stage }: ColumnProps) {
  const { boardId, filter, canCreate } = useBoard();
  const awaited = useAppSelector((store) => selectAwaited(store, boardId, state));
  const ids = useShownCards(state);
  const name = useColumnName()(state);
  const isAimed = useIsAimed(state);
  const isCollapsed = isFiltering(filter) && ids.length === 0;
  return (
    <section
      className={`${classes.column} ${isCollapsed ? classes.collapsed : ''}`}
      data-state={state}
      data-aimed={isAimed || undefined}
      aria-label={name}
      style={{ '--state-colour': stateColours[state] } as CSSProperties}
    >
      <ColumnHeader state={state} count={ids.length + (isFiltering(filter) ? 0 : awaited)} />
      <ColumnCards state={state} ids={ids} stage={stage} isClosed={isAimed === false} />
      {canCreate && <QuickAdd state={state} />}
    </section>
  );
});

export const ColumnHeader = memo(function ColumnHeader({
  state,
  count,
}: {
  state: TaskState;
  count: number;
}) {
  const t = useT();
  const { canCreate, onNew, canEditColumns, settings } = useBoard();
  const name = useColumnName()(state);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const hasMenu = canEditColumns || settings[state]?.policy;
  return (
    <div className={classes.header}>
      <h2 className={classes.headerTitle} title={name}>
        {name}
      </h2>
      {settings[state]?.wipLimit ? (
        <LimitedCount state={state} />
      ) : (
        <span className={classes.count} title={t('column_tasks', { count })}>
          {count}
        </span>
      )}
      {hasMenu && (
        <button
          type="button"
          className={classes.menu}
          aria-label={t('column_menu', { state: name })}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {DOTS}
        </button>
      )}
      {anchor && <ColumnMenu state={state} anchor={anchor} onClose={() => setAnchor(null)} />}
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

/** The counted cards and their limit; red beyond it. While a card is dragged, a full column is marked. */
function LimitedCount({ state }: { state: TaskState }) {
  const t = useT();
  const { boardId, settings } = useBoard();
  const count = useAppSelector((store) => limitedCount(store, boardId, state));
  const { max = 0, isHard } = settings[state]?.wipLimit ?? {};
  const text = t(count > max ? 'column_over' : 'column_of', { count, max });
  return (
    <>
      <span className={`${classes.count} ${count > max ? classes.over : ''}`} title={text}>
        <span aria-hidden>
          {count}/{max}
        </span>
        <span className={classes.spoken}>{text}</span>
      </span>
      {isHard && (
        <span className={classes.full}>
          <span>{t('column_full', { count, max })}</span>
        </span>
      )}
    </>
  );
}

/** Renders when the order changes, not with every change of a card. */
const ColumnCards = memo(function ColumnCards({
  state,
  ids,
  stage,
  isClosed,
}: ColumnProps & { ids: readonly string[]; isClosed: boolean }) {
  const t = useT();
  const name = useColumnName()(state);
  const label = t('label_pair', { name, value: t('column_tasks', { count: ids.length }) });
  return (
    <Droppable droppableId={state} mode="virtual" isDropDisabled={isClosed} renderClone={renderClone}>
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
