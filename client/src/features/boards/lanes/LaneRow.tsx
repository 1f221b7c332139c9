import type { TaskState } from '@livelane/shared/tasks/task.values';
import { memo } from 'react';
import { useT } from '#i18n/useT';
import { useBoard } from '../board.context';
import { useColumnName } from '../columns/useColumnName';
import { LaneCell } from './LaneCell';
import { LaneTitle, useLaneName } from './LaneTitle';
import type { Lane } from './lane.groups';
import { LANE_HEADER_PX, type LanePlace, renderedPart } from './lane.layout';
import classes from './lanes.module.css';

interface Props extends Pick<LanePlace, 'height' | 'starts'> {
  lane: Lane;
  states: readonly TaskState[];
  /** The visible columns, whose cards its number counts. */
  counted: readonly TaskState[];
  /** The window's top relative to the lane's, in pixels; null for a distant lane, whose cards are not rendered. */
  at: number | null;
  /** The columns near the window, by number: from the first one to the one before the end. */
  first: number;
  end: number;
  /** How far beyond the window cards are rendered, in pixels. */
  beyond: number;
  hasCells: boolean;
  measure: (element: HTMLElement | null) => void;
  onToggle: (key: string) => void;
}

const NOTHING = { from: 0, to: 0 };

/** A lane: its name, which opens and closes it, and its cells. */
export const LaneRow = memo(function LaneRow({
  lane: { key, cells },
  states,
  counted,
  height,
  starts,
  at,
  first,
  end,
  beyond,
  hasCells,
  measure,
  onToggle,
}: Props) {
  const t = useT();
  const { look } = useBoard();
  const columnName = useColumnName();
  const name = useLaneName()(key);
  const count = counted.reduce((sum, state) => sum + cells[state].length, 0);
  return (
    <section
      className={`${classes.lane} ${at === null ? '' : classes.near}`}
      aria-label={name}
      data-lane-row={key}
    >
      <h3 className={classes.header} style={{ height: LANE_HEADER_PX }}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={starts !== null}
          onClick={() => onToggle(key)}
        >
          <svg className={classes.arrow} viewBox="0 0 24 24" aria-hidden="true">
            <path d="m7 10 5 5 5-5z" />
          </svg>
          <LaneTitle lanes={look.lanes} laneKey={key} />
          <span className={classes.count} title={t('column_tasks', { count })}>
            {count}
          </span>
        </button>
      </h3>
      {starts && (
        <div className={classes.cells} style={{ height }}>
          {hasCells &&
            states.map((state, index) => {
              const isRendered = at !== null && index >= first && index < end;
              const part = isRendered ? renderedPart(at - LANE_HEADER_PX, index, height, beyond) : NOTHING;
              return (
                <LaneCell
                  key={state}
                  laneKey={key}
                  state={state}
                  name={t('lane_place', { state: columnName(state), lane: name })}
                  ids={cells[state]}
                  starts={starts[state]}
                  from={part.from}
                  to={part.to}
                  measure={measure}
                />
              );
            })}
        </div>
      )}
    </section>
  );
});
