import type { TaskState } from '@livelane/shared/tasks/task.values';
import { stateColours } from './taskLooks';
import classes from './taskLooks.module.css';

/** A state's colour; its name is beside it. */
export function StateDot({ state }: { state: TaskState }) {
  return <span aria-hidden className={classes.dot} style={{ backgroundColor: stateColours[state] }} />;
}
