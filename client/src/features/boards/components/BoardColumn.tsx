import type { TaskState } from '@livelane/shared/tasks/task.values';
import Add from '@mui/icons-material/Add';
import IconButton from '@mui/material/IconButton';
import { type CSSProperties, memo, useMemo } from 'react';
import { selectColumn, selectTask } from '../../../board-sync/board.selectors';
import { useT } from '../../../i18n/useT';
import { useAppSelector } from '../../../lib/store';
import { Tooltip } from '../../../ui/tooltip/Tooltip';
import { useBoard } from '../board.context';
import { stateColours } from '../board.looks';
import { type DraggableProvided, Droppable } from '../dnd/dnd';
import { useHeldColumn } from '../dnd/drag.hold';
import { isFiltering, matches } from '../filters/board.filter';
import classes from './board.module.css';
import { CardFace } from './CardFace';
import { ColumnList } from './ColumnList';
import { QuickAdd } from './QuickAdd';

/** Which cards are rendered: those near the screen, or in the very first picture those on it, or none. */
export type ColumnStage = 'all' | 'visible' | 'none';

interface ColumnProps {
  state: TaskState;
  stage: ColumnStage;
}

/** A column: its name, the cards that the filter lets through, and the quick add. */
export const BoardColumn = memo(function BoardColumn({ state, stage }: ColumnProps) {
  const t = useT();
  const { boardId, filter, workspaceOf, canCreate, onNew } = useBoard();
  const column = useAppSelector((store) => selectColumn(store, boardId, state));
  const held = useHeldColumn(state);
  const now = useMemo(() => {
    if (!column || !isFiltering(filter)) return column?.ids ?? [];
    return column.ids.filter((id) => {
      const task = column.cards[id];
      return task && matches(task, filter, workspaceOf);
    });
  }, [column, filter, workspaceOf]);
  const ids = held ?? now;
  const name = t(`kanban_state_${state}`);
  return (
    <section
      className={classes.column}
      data-state={state}
      aria-label={name}
      style={{ '--state-colour': stateColours[state] } as CSSProperties}
    >
      <div className={classes.header}>
        <h2 className={classes.headerTitle}>{name}</h2>
        <span className={classes.count} title={t('column_tasks', { count: ids.length })}>
          {ids.length}
        </span>
        {canCreate && (
          <Tooltip title={t('column_add', { state: name })}>
            <IconButton
              size="small"
              aria-label={t('column_add', { state: name })}
              onClick={() => onNew(state)}
            >
              <Add fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </div>
      <Droppable
        droppableId={state}
        mode="virtual"
        renderClone={(provided, snapshot, rubric) => (
          <DraggedCard
            provided={provided}
            isDropping={snapshot.isDropAnimating}
            taskId={rubric.draggableId}
          />
        )}
      >
        {(provided, snapshot) => (
          <ColumnList
            state={state}
            ids={stage === 'none' ? NO_CARDS : ids}
            isWhole={stage === 'all'}
            provided={provided}
            snapshot={snapshot}
            label={`${name}: ${t('column_tasks', { count: ids.length })}`}
          />
        )}
      </Droppable>
      {canCreate && <QuickAdd state={state} />}
    </section>
  );
});

const NO_CARDS: readonly string[] = [];

interface DraggedCardProps {
  provided: DraggableProvided;
  isDropping: boolean;
  taskId: string;
}

/** Not 0: the library waits for the end of a transition. A drop is painted in the next frames, not after a flight. */
const DROP_SECONDS = '0.001s';

/** The card under the pointer. */
function DraggedCard({ provided, isDropping, taskId }: DraggedCardProps) {
  const { boardId } = useBoard();
  const task = useAppSelector((store) => selectTask(store, boardId, taskId));
  return (
    <div
      {...provided.draggableProps}
      {...provided.dragHandleProps}
      ref={provided.innerRef}
      style={{
        ...provided.draggableProps.style,
        ...(isDropping && { transitionDuration: DROP_SECONDS }),
      }}
      className={classes.slot}
      data-task-id={taskId}
    >
      {task && <CardFace task={task} isDragging />}
    </div>
  );
}
