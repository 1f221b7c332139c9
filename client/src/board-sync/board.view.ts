import { compareRanked } from '@livelane/shared/rank/rank';
import { withItems, withoutItems } from '@livelane/shared/tasks/checklist';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { findIn } from './board.base';
import {
  type BoardState,
  type BoardsState,
  type CommentChange,
  changeOf,
  type Pending,
  tasksOf,
  type ViewColumn,
  type ViewColumns,
} from './board.types';

/** With more changed cards than this, sorting the columns again is cheaper than moving each card. */
const REBUILD_FROM = 64;
/** Sorts after every rank of the server, for a card whose place on this board is not known yet. */
export const AT_THE_END = '~';

export function findInView(view: ViewColumns, taskId: string): StoredTask | undefined {
  for (const state of taskStates) {
    const task = view[state].cards[taskId];
    if (task) return task;
  }
  return undefined;
}

/** R15: a card as this client sees it: the confirmed one with the pending changes replayed on top. */
function overlay(
  boardId: string,
  confirmed: StoredTask | undefined,
  pending: readonly Pending[],
): StoredTask | undefined {
  let task = confirmed;
  for (const { change, ackV } of pending) {
    if (change.kind === 'create') task ??= change.task;
    else if (!task || change.kind === 'delete') task = undefined;
    else if (change.kind === 'patch') {
      // An edit of this description that begins now builds on it.
      const rev = change.fields.description === undefined || ackV === undefined ? 0 : ackV;
      task = { ...task, ...change.fields, rev: Math.max(task.rev, rev) };
    } else if (change.kind === 'checklist')
      task = { ...task, checklist: withoutItems(withItems(task.checklist, change.items), change.gone) };
    else if (change.kind === 'comment') {
      // Once the op is applied, its comment has been counted.
      const isCounted = ackV !== undefined && (confirmed?.rev ?? 0) >= ackV;
      if (!isCounted) task = { ...task, numOfComments: task.numOfComments + counted(change) };
    } else if (change.kind === 'move') {
      const elsewhere = task.state === change.state ? task.rank : AT_THE_END;
      task = { ...task, state: change.state, rank: change.boardId === boardId ? change.rank : elsewhere };
    }
  }
  return task;
}

/** By how much a change raises the number of comments. */
function counted({ act }: CommentChange): number {
  if (act === 'edit') return 0;
  return act === 'delete' ? -1 : 1;
}

/** Whether this pending change may show on that board. */
function concerns(board: BoardState, { projectId }: Pending): boolean {
  return board.kind === 'personal' ? projectId in board.projects : board.id === projectId;
}

/** Whether a pending change shows on that board. */
export function hasChanges(board: BoardState, pending: readonly Pending[]): boolean {
  return pending.some((each) => concerns(board, each));
}

/** The pending changes of one board, by card, in order. */
function byTask(board: BoardState, pending: readonly Pending[]): Map<string, Pending[]> {
  const map = new Map<string, Pending[]>();
  for (const each of pending) {
    if (!concerns(board, each)) continue;
    for (const taskId of tasksOf(each)) {
      const own = changeOf(each, taskId);
      const list = map.get(taskId);
      if (!own) continue;
      if (list) list.push({ ...each, change: own });
      else map.set(taskId, [{ ...each, change: own }]);
    }
  }
  return map;
}

/** Sorts the whole view again; cards that did not change stay the same objects. */
export function buildView(
  board: Pick<BoardState, 'id' | 'base'> & BoardState,
  pending: readonly Pending[],
): ViewColumns {
  const changes = byTask(board, pending);
  const columns = Object.fromEntries(taskStates.map((state) => [state, [] as StoredTask[]])) as Record<
    TaskState,
    StoredTask[]
  >;
  for (const state of taskStates) {
    for (const task of Object.values(board.base[state])) {
      const mine = changes.get(task.id);
      const shown = mine ? overlay(board.id, task, mine) : task;
      if (shown) columns[shown.state].push(shown);
    }
  }
  for (const [taskId, mine] of changes) {
    if (findIn(board.base, taskId)) continue;
    const shown = overlay(board.id, undefined, mine);
    if (shown) columns[shown.state].push(shown);
  }
  return Object.fromEntries(
    taskStates.map((state) => {
      const tasks = columns[state].sort(compareRanked);
      return [
        state,
        {
          ids: tasks.map((task) => task.id),
          cards: Object.fromEntries(tasks.map((task) => [task.id, task])),
        },
      ];
    }),
  ) as ViewColumns;
}

/** Brings some cards of the view in line with base and pending; columns without a change stay the same objects. */
export function updateView(
  board: BoardState,
  pending: readonly Pending[],
  taskIds: Iterable<string>,
): ViewColumns {
  const ids = new Set(taskIds);
  if (ids.size > REBUILD_FROM) return buildView(board, pending);
  const changes = byTask(board, pending);
  const view = { ...board.view };
  const touched = new Set<TaskState>();
  const touch = (state: TaskState): ViewColumn => {
    if (!touched.has(state)) {
      touched.add(state);
      view[state] = { ...view[state], cards: { ...view[state].cards } };
    }
    return view[state];
  };
  // A new array only for a new order: it renders the list.
  const reordered = new Set<TaskState>();
  const reorder = (state: TaskState): ViewColumn => {
    const column = touch(state);
    if (!reordered.has(state)) {
      reordered.add(state);
      column.ids = [...column.ids];
    }
    return column;
  };
  for (const taskId of ids) {
    const old = findInView(view, taskId);
    const confirmed = findIn(board.base, taskId);
    const mine = changes.get(taskId);
    const shown = mine ? overlay(board.id, confirmed, mine) : confirmed;
    if (old === shown) continue;
    if (old) {
      const keepsPlace = shown && shown.state === old.state && shown.rank === old.rank;
      if (keepsPlace) {
        touch(old.state).cards[taskId] = shown;
        continue;
      }
      const column = reorder(old.state);
      column.ids.splice(indexOf(column, old), 1);
      delete column.cards[taskId];
    }
    if (shown) {
      const column = reorder(shown.state);
      column.ids.splice(lowerBound(column, shown), 0, taskId);
      column.cards[taskId] = shown;
    }
  }
  return touched.size > 0 ? view : board.view;
}

function indexOf(column: ViewColumn, task: StoredTask): number {
  const index = lowerBound(column, task);
  return column.ids[index] === task.id ? index : column.ids.indexOf(task.id);
}

function lowerBound(column: ViewColumn, task: StoredTask): number {
  let low = 0;
  let high = column.ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = column.cards[column.ids[middle] ?? ''];
    if (at && compareRanked(at, task) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * R6: a change that was answered in an ended epoch is in the restored history, or is lost with the
 * old one. A change that only came back as an op is sent again, and stays painted until then.
 */
export function withoutEpoch(state: BoardsState, projectIds: readonly string[]): BoardsState {
  const isOld = ({ projectId }: Pending) => projectIds.includes(projectId);
  const gone = state.pending.filter((each) => isOld(each) && each.isAnswered);
  const rest = without(state, gone);
  if (!rest.pending.some((each) => isOld(each) && each.ackV !== undefined)) return rest;
  const unanswered = ({ ackV: _over, ...each }: Pending): Pending => each;
  return { ...rest, pending: rest.pending.map((each) => (isOld(each) ? unanswered(each) : each)) };
}

export function without(state: BoardsState, gone: readonly Pending[]): BoardsState {
  if (gone.length === 0) return state;
  const pending = state.pending.filter((each) => !gone.includes(each));
  return repainted({ ...state, pending }, gone.flatMap(tasksOf));
}

/** Drops the pending changes that are contained in every loaded board's base and in the comments of their task. */
export function settled(state: BoardsState): BoardsState {
  const boards = Object.values(state.boards);
  const isContained = ({ projectId, taskId, change, ackV }: Pending): boolean => {
    if (ackV === undefined || !boards.every((board) => versionOf(board, projectId) >= ackV)) return false;
    return change.kind !== 'comment' || (state.threads[taskId]?.v ?? ackV) >= ackV;
  };
  return without(state, state.pending.filter(isContained));
}

/** The version of a project that a board contains; a board without the project has nothing to wait for. */
function versionOf(board: BoardState, projectId: string): number {
  if (board.kind === 'project') return board.id === projectId ? board.v : Number.POSITIVE_INFINITY;
  return board.cursors[projectId]?.v ?? Number.POSITIVE_INFINITY;
}

/** @param projectId the project of the op's version, which does not confirm changes for other projects */
export function acknowledge(
  pending: Pending[],
  mutationId: string,
  v: number,
  projectId?: string,
): Pending[] {
  // For a bulk change, the last card's version counts.
  const isNews = (each: Pending) =>
    each.mutationId === mutationId &&
    (projectId === undefined || each.projectId === projectId) &&
    (each.ackV === undefined || (each.change.kind === 'bulk' && each.ackV < v));
  return pending.some(isNews) ? pending.map((each) => (isNews(each) ? { ...each, ackV: v } : each)) : pending;
}

export function repainted(state: BoardsState, taskIds: readonly string[]): BoardsState {
  const boards = Object.fromEntries(
    Object.entries(state.boards).map(([id, board]) => {
      const view = updateView(board, state.pending, taskIds);
      return [id, view === board.view ? board : { ...board, view }];
    }),
  );
  return { ...state, boards };
}

/** Adds or replaces a board. */
export function withBoard(state: BoardsState, board: BoardState): BoardsState {
  return { ...state, boards: { ...state.boards, [board.id]: board } };
}
