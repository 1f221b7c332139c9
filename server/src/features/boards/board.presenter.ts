import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import type { BoardReplica } from './board.replica';

/** A task as JSON up to its `columnPosition`: a change of one card leaves the text of all others as it is. */
const openJson = new WeakMap<StoredTask, string>();

/** A board's columns as one viewer sees them, as JSON: positions count what he can see. */
export function columnsJson(board: BoardReplica, isVisible: (task: StoredTask) => boolean): string {
  const columns = taskStates.map((state) => {
    let position = 0;
    let tasks = '';
    for (const task of board.column(state)) {
      if (!isVisible(task)) continue;
      tasks += `${position === 0 ? '' : ','}${taskJson(task)}${position}}`;
      position++;
    }
    return `{"id":"${state}","state":"${state}","tasks":[${tasks}]}`;
  });
  return `[${columns.join()}]`;
}

function taskJson(task: StoredTask): string {
  let json = openJson.get(task);
  if (json === undefined) {
    json = `${JSON.stringify(task).slice(0, -1)},"columnPosition":`;
    openJson.set(task, json);
  }
  return json;
}
