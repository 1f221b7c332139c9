import type { TaskState } from '@livelane/shared/tasks/task.values';
import { memo, useEffect, useState } from 'react';
import { useT } from '#i18n/useT';
import { useBoard } from '../board.context';
import { renderClone } from '../cards/renderClone';
import { TaskCard } from '../cards/TaskCard';
import { withFocused } from '../columns/ColumnList';
import { Droppable } from '../dnd/dnd';
import { isCardCarried } from '../dnd/drag.values';
import { LaneAdd } from './LaneAdd';
import { cardsBetween } from './lane.layout';
import classes from './lanes.module.css';
import { LATER_ATTRIBUTE } from './laterCells';
import { onRelease } from './useLanes';

interface Props {
  laneKey: string;
  state: TaskState;
  /** Its accessible name. */
  name: string;
  ids: readonly string[];
  starts: readonly number[];
  /** The range of rendered cards, in pixels from its top. */
  from: number;
  to: number;
  measure: (element: HTMLElement | null) => void;
}

/** A lane's cards of one column. Only those near the window are in the page. */
export const LaneCell = memo(function LaneCell({
  laneKey,
  state,
  name,
  ids,
  starts,
  from,
  to,
  measure,
}: Props) {
  const t = useT();
  const { look, canCreate, canEdit } = useBoard();
  const type = useDropType();
  const focused = document.activeElement?.closest<HTMLElement>('[data-lane]');
  const isFocused = focused?.dataset.lane === laneKey && focused.dataset.state === state;
  const [first, end] = cardsBetween(starts, from, to);
  const canAdd = from < to && end === ids.length && (look.lanes === 'project' ? canEdit(laneKey) : canCreate);
  const near = Array.from({ length: end - first }, (_, index) => first + index);
  return (
    <Droppable droppableId={`${state} ${laneKey}`} type={type} mode="virtual" renderClone={renderClone}>
      {({ innerRef, droppableProps }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div
          {...droppableProps}
          ref={innerRef}
          role="group"
          aria-label={t('label_pair', { name, value: t('column_tasks', { count: ids.length }) })}
          className={classes.cell}
          data-state={state}
          data-lane={laneKey}
          {...{ [LATER_ATTRIBUTE]: type === 'later' ? '' : undefined }}
        >
          {canAdd && <LaneAdd laneKey={laneKey} state={state} place={name} top={starts.at(-1) ?? 0} />}
          {withFocused(near, ids, isFocused ? focused : null).map((index) => {
            const taskId = ids[index];
            return (
              taskId && (
                <TaskCard
                  key={taskId}
                  state={state}
                  taskId={taskId}
                  draggableId={`${taskId} ${laneKey}`}
                  index={index}
                  start={starts[index] ?? 0}
                  measure={measure}
                />
              )
            );
          })}
        </div>
      )}
    </Droppable>
  );
});

/**
 * The library measures all cells of the card's type on lift. A cell that is added during the drag has another type
 * until the drop, and accepts the card itself (`laterPlace`).
 */
function useDropType(): 'card' | 'later' {
  const [isLater, setLater] = useState(isCardCarried);
  useEffect(() => (isLater ? onRelease(() => setLater(false)) : undefined), [isLater]);
  return isLater ? 'later' : 'card';
}
