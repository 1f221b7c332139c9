import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type CSSProperties, memo } from 'react';
import { selectAwaited } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { stateColours } from '#ui/task-looks/taskLooks';
import { useBoard } from '../board.context';
import { renderClone } from '../cards/renderClone';
import { useShownCards } from '../cards/useShownCards';
import { useIsAimed } from '../dnd/cardAim';
import { Droppable } from '../dnd/dnd';
import { isFiltering } from '../filters/board.filter';
import { ColumnHeader } from './ColumnHeader';
import { ColumnList } from './ColumnList';
import classes from './column.module.css';
import { QuickAdd } from './QuickAdd';
import { useColumnName } from './useColumnName';

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
