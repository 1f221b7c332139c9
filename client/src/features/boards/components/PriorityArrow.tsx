import type { TaskPriority } from '@livelane/shared/tasks/task.values';
import { useT } from '../../../i18n/useT';
import { priorityLooks } from '../board.looks';
import classes from './board.module.css';

/** The priority's arrow in its colour, with its name. */
export function PriorityArrow({ priority }: { priority: TaskPriority }) {
  const t = useT();
  const { colour, turn, isDouble } = priorityLooks[priority];
  return (
    <span className={classes.badge}>
      <svg className={classes.arrow} width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <g
          transform={`rotate(${turn} 6 6)`}
          fill="none"
          stroke={colour}
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={isDouble ? 'M2 6l4-4 4 4M2 10l4-4 4 4' : 'M6 11V2M2 5.5L6 1.5l4 4'} />
        </g>
      </svg>
      {t(`priority_${priority}`)}
    </span>
  );
}
