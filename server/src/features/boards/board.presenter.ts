import type { Column } from '@livelane/shared/boards/board.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { presentTask } from '../tasks/task.presenter';
import type { BoardReplica } from './board.replica';

/** A board's columns as one viewer sees them: positions count what he can see. */
export function presentColumns(board: BoardReplica, isVisible: (task: StoredTask) => boolean): Column[] {
  return taskStates.map((state) => ({
    id: state,
    state,
    tasks: board.column(state).filter(isVisible).map(presentTask),
  }));
}
