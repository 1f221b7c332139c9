import type { TaskState } from '@livelane/shared/tasks/task.values';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useRef } from 'react';
import { TaskCard } from '../cards/TaskCard';
import type { DroppableProvided } from '../dnd/dnd';
import { SCROLLS_ATTRIBUTE } from '../dnd/drag.values';
import classes from './column.module.css';

/** A card's usual height with its gap in pixels, until it has been measured. */
const ESTIMATED_HEIGHT = 86;
/** Cards rendered beyond each edge. */
const OVERSCAN = 4;

/** Approximate height above and below a column's cards on a desktop, in pixels, until the column is measured. */
const AROUND_CARDS = 300;

const estimateSize = () => ESTIMATED_HEIGHT;

interface Props {
  state: TaskState;
  ids: readonly string[];
  /** False for the first paint, which has only the cards on the screen. */
  isWhole: boolean;
  provided: DroppableProvided;
  /** Space for the card that hovers over the column. */
  hasPlaceholder: boolean;
  label: string;
}

/** The virtual list of a column's cards: only those near the screen are in the page. */
export const ColumnList = memo(function ColumnList({
  state,
  ids,
  isWhole,
  provided,
  hasPlaceholder,
  label,
}: Props) {
  const scroller = useRef<HTMLElement | null>(null);
  // New functions would make it compute the places of all cards again.
  const getItemKey = useCallback((index: number) => ids[index] ?? 'placeholder', [ids]);
  const rangeExtractor = useCallback(
    (range: Range) => withFocused(defaultRangeExtractor(range), ids, scroller.current),
    [ids],
  );
  const virtualizer = useVirtualizer({
    count: ids.length + (hasPlaceholder ? 1 : 0),
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize,
    overscan: isWhole ? OVERSCAN : 0,
    // So the first rendering has cards, before the column is measured.
    initialRect: { width: 0, height: window.innerHeight - AROUND_CARDS },
    rangeExtractor,
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
});

/** Keeps the focused card in the page when the list is scrolled, or the focus would be lost. */
export function withFocused(indexes: number[], ids: readonly string[], list: HTMLElement | null): number[] {
  const card = document.activeElement?.closest<HTMLElement>('[data-task-id]');
  if (!card?.dataset.taskId || !list?.contains(card)) return indexes;
  const index = ids.indexOf(card.dataset.taskId);
  if (index < 0 || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((a, b) => a - b);
}
