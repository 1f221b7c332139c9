import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { BoardReplica } from './board.replica';

/** Cards of each column in a board's first line: a tall screen shows fewer. */
const TOP_CARDS = 24;
/** Cards in a further line: read in a fraction of a frame. */
const LINE_CARDS = 200;

/** Longer texts are written anew each time, in characters: kept, they would take as much room as the board itself. */
const MAX_KEPT_JSON = 4_000;

/** A task as JSON without its last brace: a change of one card leaves the text of all others as it is. */
const openJson = new WeakMap<StoredTask, string>();

type IsVisible = (task: StoredTask) => boolean;

/** A board's columns as one viewer sees them, as JSON: positions count what they can see. */
export function columnsJson(board: BoardReplica, isVisible: IsVisible): string {
  const columns = taskStates.map((state) => {
    let position = 0;
    let tasks = '';
    for (const task of board.column(state)) {
      if (!isVisible(task)) continue;
      tasks += `${position === 0 ? '' : ','}${taskJson(task)},"columnPosition":${position}}`;
      position++;
    }
    return `{"id":"${state}","state":"${state}","tasks":[${tasks}]}`;
  });
  return `[${columns.join()}]`;
}

/**
 * The same as the text of `BoardTop` and `MoreCards` (shared/boards/board.lines).
 * @param headJson the board's own fields, as an object
 * @param membersJson its members, as an array
 */
export function boardLines(
  board: BoardReplica,
  isVisible: IsVisible,
  headJson: string,
  membersJson: string,
): string {
  const columns = taskStates.map((state) => ({ state, tasks: board.column(state).filter(isVisible) }));
  const tops = columns.map(
    ({ state, tasks }) =>
      `{"state":"${state}","count":${tasks.length},"tasks":${tasksJson(tasks.slice(0, TOP_CARDS))}}`,
  );
  const lines = [`${headJson.slice(0, -1)},"columns":[${tops.join()}],"members":${membersJson}}`];
  for (const { state, tasks } of columns)
    for (let from = TOP_CARDS; from < tasks.length; from += LINE_CARDS)
      lines.push(moreJson(state, tasks.slice(from, from + LINE_CARDS)));
  return `${lines.join('\n')}\n`;
}

const moreJson = (state: TaskState, tasks: readonly StoredTask[]) =>
  `{"state":"${state}","tasks":${tasksJson(tasks)}}`;

const tasksJson = (tasks: readonly StoredTask[]) => `[${tasks.map((task) => `${taskJson(task)}}`).join()}]`;

function taskJson(task: StoredTask): string {
  let json = openJson.get(task);
  if (json === undefined) {
    json = JSON.stringify(task).slice(0, -1);
    if (json.length <= MAX_KEPT_JSON) openJson.set(task, json);
  }
  return json;
}
