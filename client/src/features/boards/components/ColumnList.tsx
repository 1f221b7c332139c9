import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { SCROLLS_ATTRIBUTE } from '../dnd/auto.scroll';
import type { DroppableProvided, DroppableStateSnapshot } from '../dnd/dnd';
import classes from './board.module.css';
import { TaskCard } from './TaskCard';

/** A card's usual height with its gap in pixels, until it has been measured. */
const ESTIMATED_HEIGHT = 86;
/** Cards rendered beyond each edge. */
const OVERSCAN = 4;

interface Props {
  state: TaskState;
  ids: readonly string[];
  /** False for the very first picture, which has only the cards on the screen. */
  isWhole: boolean;
  provided: DroppableProvided;
  snapshot: DroppableStateSnapshot;
  label: string;
}

/** The virtual list of a column's cards: only what is near the screen is in the page. */
export function ColumnList({ state, ids, isWhole, provided, snapshot, label }: Props) {
  const scroller = useRef<HTMLElement | null>(null);
  const virtualizer = useVirtualizer({
    // Room for the card that hovers over the column.
    count: ids.length + (snapshot.isUsingPlaceholder ? 1 : 0),
    getScrollElement: () => scroller.current,
    getItemKey: (index) => ids[index] ?? 'placeholder',
    estimateSize: () => ESTIMATED_HEIGHT,
    overscan: isWhole ? OVERSCAN : 0,
    useFlushSync: false,
  });
  const { innerRef } = provided;
  const attach = useCallback(
    (element: HTMLElement | null) => {
      scroller.current = element;
      innerRef(element);
    },
    [innerRef],
  );
  return (
    <section
      {...provided.droppableProps}
      {...{ [SCROLLS_ATTRIBUTE]: '' }}
      ref={attach}
      className={classes.list}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
    >
      <div className={classes.canvas} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const taskId = ids[index];
          return (
            taskId && (
              <TaskCard
                key={taskId}
                state={state}
                taskId={taskId}
                index={index}
                start={start}
                measure={virtualizer.measureElement}
              />
            )
          );
        })}
      </div>
    </section>
  );
}
