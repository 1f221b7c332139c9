import type { TaskPriority } from '@livelane/shared/tasks/task.values';
import { priorityLooks } from './taskLooks';
import classes from './taskLooks.module.css';

interface Props {
  priority: TaskPriority;
  /** In the colour of the text around it, for the priority that most tasks have. */
  isMuted?: boolean;
}

/** The priority's arrow in its colour; its name is beside it. */
export function PriorityArrow({ priority, isMuted = false }: Props) {
  const { colour, turn, isDouble } = priorityLooks[priority];
  return (
    <svg className={classes.arrow} width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <g
        transform={`rotate(${turn} 6 6)`}
        fill="none"
        stroke={isMuted ? 'currentcolor' : colour}
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={isDouble ? 'M2 6l4-4 4 4M2 10l4-4 4 4' : 'M6 11V2M2 5.5L6 1.5l4 4'} />
      </g>
    </svg>
  );
}
