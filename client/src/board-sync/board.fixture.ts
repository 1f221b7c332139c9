import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { Op } from '@livelane/shared/boards/op.schema';
import { compareRanked } from '@livelane/shared/rank/rank';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { UnknownAction } from '@reduxjs/toolkit';
import { readOf } from './board.reading';
import {
  boardRead,
  boardReducer,
  boardRestored,
  changeAnswered,
  changeMade,
  changeRefused,
  type OpsRange,
  opsReceived,
  personalOpsReceived,
  personalRead,
  threadRead,
} from './board.slice';
import type { BoardsState } from './board.types';

/** Values for tests of boards. */
export const PROJECT = '11111111-1111-4111-8111-111111111111';
export const EPOCH = '22222222-2222-4222-8222-222222222222';
export const USER = '33333333-3333-4333-8333-333333333333';

let counter = 0;
/** A unique UUID v4. */
export function newId(): string {
  counter++;
  return `00000000-0000-4000-8000-${counter.toString(16).padStart(12, '0')}`;
}

export function task(fields: Partial<StoredTask> = {}): StoredTask {
  return {
    id: newId(),
    title: 'Task',
    description: '',
    projectId: PROJECT,
    state: 'READY',
    priority: 'MEDIUM',
    timeEstimate: null,
    timeSpent: 0,
    dueDate: null,
    assignees: [USER],
    labels: [],
    checklist: [],
    numOfComments: 0,
    visibility: 'PUBLIC',
    rank: 'a0',
    rev: 1,
    createdBy: USER,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  };
}

export function snapshot(v: number, tasks: readonly StoredTask[], epoch = EPOCH): ProjectBoard {
  return {
    projectId: PROJECT,
    epoch,
    v,
    role: 'member',
    columns: taskStates.map((state) => ({
      id: state,
      state,
      tasks: tasks
        .filter((each) => each.state === state)
        .sort(compareRanked)
        .map((each, columnPosition) => ({ ...each, columnPosition })),
    })),
    members: [],
  };
}

/** The board with a column that its project calls by another name. */
export const withColumnName = (board: ProjectBoard, state: TaskState, name: string): ProjectBoard => ({
  ...board,
  columns: board.columns.map((each) => (each.state === state ? { ...each, name } : each)),
});

/** Reduces an action as the store does. */
const reduced =
  <Args extends unknown[]>(action: (...args: Args) => UnknownAction) =>
  (state: BoardsState, ...args: Args): BoardsState =>
    boardReducer(state, action(...args));

export const withRead = reduced(boardRead);
export const withStored = reduced(boardRestored);
export const withPersonal = reduced(personalRead);
export const withPersonalOps = reduced(personalOpsReceived);
export const withOps = reduced((range: OpsRange) => opsReceived([range]));
export const withThread = reduced(threadRead);
export const withPending = reduced(changeMade);
export const withAnswer = reduced((mutationId: string, v: number) => changeAnswered({ mutationId, v }));
export const withoutPending = reduced((mutationId: string) => changeRefused({ mutationId }));

/** Sets a whole board. */
export const withSnapshot = (state: BoardsState, board: ProjectBoard): BoardsState =>
  withRead(state, readOf(board));

type Change =
  | { type: 'task.created'; patch: StoredTask }
  | { type: 'task.patched'; taskId: string; patch: Partial<StoredTask> }
  | { type: 'task.moved'; taskId: string; patch: { state: TaskState; rank: string } }
  | { type: 'task.deleted'; taskId: string };

export function op(v: number, change: Change, mutationId = newId()): Op {
  const taskId = change.type === 'task.created' ? change.patch.id : change.taskId;
  const patch =
    change.type === 'task.created' ? { ...change.patch, rev: v } : 'patch' in change ? change.patch : {};
  return {
    id: newId(),
    projectId: PROJECT,
    v,
    type: change.type,
    taskId,
    actorId: USER,
    mutationId,
    patch,
    at: `2026-01-02T00:00:00.${String(v).padStart(3, '0')}Z`,
  } as Op;
}

export function range(...ops: Op[]) {
  const [first, last] = [ops[0], ops.at(-1)];
  if (!first || !last) throw new Error('a range has ops');
  return { projectId: PROJECT, epoch: EPOCH, from: first.v, to: last.v, ops };
}

/** The ids of a column as it is painted. */
export function shownIn(state: BoardsState, column: TaskState): string[] {
  return state.boards[PROJECT]?.view[column].ids ?? [];
}

/** Where a card is painted; null when it is not. */
export function columnOf(state: BoardsState, taskId: string): TaskState | null {
  return taskStates.find((column) => shownIn(state, column).includes(taskId)) ?? null;
}
