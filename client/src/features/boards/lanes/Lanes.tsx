import type { TaskState } from '@livelane/shared/tasks/task.values';
import { memo, type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { afterQuiet } from '#lib/quietMoment';
import { usePainted } from '#ui/usePainted';
import { isCardCarried } from '../dnd/drag.values';
import { LaneRow } from './LaneRow';
import type { Lane } from './lane.groups';
import { BEYOND_PX, isInReach, isNear, type LanePlace, laneLayouter } from './lane.layout';
import classes from './lanes.module.css';
import { useCardHeights } from './useCardHeights';
import { usePageWindow } from './usePageWindow';
import { useSettledColumn } from './useSettledColumn';

interface Props {
  lanes: readonly Lane[];
  states: readonly TaskState[];
  isPhone: boolean;
  closed: ReadonlySet<string>;
  /** The names of the columns above. */
  heads: RefObject<HTMLElement | null>;
  onToggle: (key: string) => void;
}

const NOWHERE: LanePlace = { top: 0, height: 0, starts: null };

/** The lanes. Scrolling renders this and the cells near the window, not the board around it. */
export const Lanes = memo(function Lanes({ lanes, states, isPhone, closed, heads, onToggle }: Props) {
  const ground = useRef<HTMLDivElement>(null);
  const { at, first, end } = usePageWindow(ground, heads, states);
  const { heightOf, measure, version } = useCardHeights();
  const [layOut] = useState(laneLayouter);
  const settled = useSettledColumn(isPhone, ground);
  const counted = useMemo(
    () => (settled && states.includes(settled) ? [settled] : states),
    [settled, states],
  );
  const places = useMemo(
    () => layOut(lanes, counted, (key) => closed.has(key), heightOf, version),
    [layOut, lanes, counted, closed, heightOf, version],
  );
  // The drag library measures each cell when a card is lifted: only those within reach are rendered then, otherwise
  // only those near the window. None of them may be removed during the drag.
  const [isWhole, setWhole] = useState(false);
  useEffect(() => afterQuiet(() => startTransition(() => setWhole(true))), []);
  const complete = () => setWhole(true);
  const isPainted = usePainted();
  const withCells = useRef<ReadonlySet<string>>(new Set());
  const isCarrying = isCardCarried();
  const hasCells = (key: string, place: LanePlace) =>
    isNear(place, at) || (isCarrying ? withCells.current.has(key) : isWhole && isInReach(place, at));
  useEffect(() => {
    withCells.current = new Set(
      lanes.flatMap(({ key }, index) => (hasCells(key, places[index] ?? NOWHERE) ? [key] : [])),
    );
  });
  return (
    <div ref={ground} className={classes.lanes} onPointerDownCapture={complete} onFocusCapture={complete}>
      {lanes.map((lane, index) => {
        const place = places[index] ?? NOWHERE;
        const isLaneNear = isNear(place, at);
        return (
          <LaneRow
            key={lane.key}
            lane={lane}
            states={states}
            counted={counted}
            height={place.height}
            starts={place.starts}
            at={isLaneNear ? at - place.top : null}
            first={isLaneNear ? first : 0}
            end={isLaneNear ? end : 0}
            // The first paint has only the cards on the screen.
            beyond={isPainted ? BEYOND_PX : 0}
            hasCells={hasCells(lane.key, place)}
            measure={measure}
            onToggle={onToggle}
          />
        );
      })}
    </div>
  );
});
