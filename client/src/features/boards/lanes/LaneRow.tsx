import type { TaskState } from '@livelane/shared/tasks/task.values';
import { memo } from 'react';
import { useT } from '#i18n/useT';
import { useBoard } from '../board.context';
import { useColumnName } from '../useColumnName';
import { LaneCell } from './LaneCell';
import { LaneTitle, useLaneName } from './LaneTitle';
import type { Lane } from './lane.groups';
import { LANE_HEADER_PX, type LanePlace } from './lane.layout';
import classes from './lanes.module.css';

interface Props extends Pick<LanePlace, 'height' | 'starts'> {
  lane: Lane;
  states: readonly TaskState[];
  /** Which part of its cells is rendered, in pixels; nothing where both are the same. */
  from: number;
  to: number;
  measure: (element: HTMLElement | null) => void;
  onToggle: (key: string) => void;
}

/** A lane: its name, which opens and closes it, and beneath it what it has of each column. */
export const LaneRow = memo(function LaneRow({
  lane: { key, cells, count },
  states,
  height,
  starts,
  from,
  to,
  measure,
  onToggle,
}: Props) {
  const t = useT();
  const { look } = useBoard();
  const columnName = useColumnName();
  const name = useLaneName()(key);
  return (
    <section className={classes.lane} aria-label={name}>
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
          {states.map((state) => (
            <LaneCell
              key={state}
              laneKey={key}
              state={state}
              name={t('lane_place', { state: columnName(state), lane: name })}
              ids={cells[state]}
              starts={starts[state]}
              from={from}
              to={to}
              measure={measure}
            />
          ))}
        </div>
      )}
    </section>
  );
});
