import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import { isOpType } from '@livelane/shared/boards/op.types';
import { applyPersonalOp } from '@livelane/shared/boards/personal.fold';
import type { PersonalOps } from '@livelane/shared/realtime/messages.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import { baseOf, changeBase, findIn } from './board.base';
import { toStored } from './board.reading';
import {
  type BoardsState,
  PERSONAL_BOARD,
  type PeopleById,
  type PersonalBoardState,
  perState,
  personalBoard,
} from './board.types';
import {
  AT_THE_END,
  acknowledge,
  buildView,
  settled,
  updateView,
  withBoard,
  withoutEpoch,
} from './board.view';
import { threadsBehind, threadsWithPersonalOps } from './comment.threads';
import { personalRank, placeIn, projectOrder } from './personal.rank';

/** The effect of a project's ops on this user's personal board. */
export interface PersonalRange extends PersonalOps {
  userId: string;
}

/**
 * Sets the personal board; its order is the server's, kept as this board's own ranks. Projects of which pushes have
 * brought newer versions stay as they are (R10).
 */
export function withPersonal(before: BoardsState, snapshot: PersonalBoard): BoardsState {
  const held = personalBoard(before);
  const cursors = { ...snapshot.cursors };
  const [restored, ahead] = [new Set<string>(), new Set<string>()];
  let { threads } = before;
  for (const [projectId, { epoch, v }] of Object.entries(cursors)) {
    const known = held?.cursors[projectId];
    if (known && known.epoch !== epoch) restored.add(projectId);
    else if (known && known.v > v && held?.storedAt === null) {
      ahead.add(projectId);
      cursors[projectId] = known;
    }
    threads = threadsBehind(threads, projectId, restored.has(projectId) ? null : v);
  }
  const state = { ...withoutEpoch(before, [...restored]), threads };
  const projects = Object.fromEntries(snapshot.projects.map((project) => [project.id, project]));
  const orderOf = projectOrder(projects);
  const tasks = new Map<string, StoredTask>();
  const take = (task: StoredTask, place: number): void => {
    const other = tasks.get(task.id);
    // While it moves to another project it may be read in both.
    if (!other || other.updatedAt < task.updatedAt)
      tasks.set(task.id, { ...task, rank: personalRank(orderOf(task.projectId), place) });
  };
  for (const { tasks: read } of snapshot.columns)
    for (const task of read) if (!ahead.has(task.projectId)) take(toStored(task), task.columnPosition);
  for (const cards of Object.values(held && ahead.size > 0 ? held.base : {}))
    for (const task of Object.values(cards)) if (ahead.has(task.projectId)) take(task, placeIn(task.rank));
  const board: PersonalBoardState = {
    kind: 'personal',
    id: PERSONAL_BOARD,
    storedAt: null,
    cursors,
    projects,
    people: withNames(held?.people ?? {}, snapshot.people ?? []),
    base: baseOf(tasks.values(), restored.size === 0 ? held : undefined),
    view: perState(() => ({ ids: [], cards: {} })),
  };
  return settled(withBoard(state, { ...board, view: buildView(board, state.pending) }));
}

/** The same object if nobody is new or renamed, since the whole board depends on it. */
function withNames(held: PeopleById, people: readonly PublicUser[]): PeopleById {
  const isHeld = ({ id, firstName, surname }: PublicUser) =>
    held[id]?.firstName === firstName && held[id].surname === surname;
  return people.every(isHeld)
    ? held
    : { ...held, ...Object.fromEntries(people.map((each) => [each.id, each])) };
}

/**
 * Whether these ops continue the held personal board, and are of types known here. Otherwise it has to be read again
 * (R21, R34).
 */
export function continuesPersonal(state: BoardsState, { projectId, epoch, from, ops }: PersonalOps): boolean {
  const board = personalBoard(state);
  const held = board?.cursors[projectId];
  if (!board || held?.epoch !== epoch || from > held.v + 1) return false;
  const come = new Set<string>();
  return ops.every((op) => {
    if (op.v <= held.v || op.type === 'noop') return true;
    if (!isOpType(op.type)) return false;
    if (!('taskId' in op) || op.type === 'task.deleted') return true;
    if (op.type === 'task.created' || op.type === 'task.restored') return come.add(op.taskId);
    return come.has(op.taskId) || findIn(board.base, op.taskId) !== undefined;
  });
}

/** Applies a project's ops, which continue the personal board. */
export function withPersonalOps(state: BoardsState, range: PersonalRange): BoardsState {
  const board = personalBoard(state);
  const { projectId, epoch, to } = range;
  const held = board?.cursors[projectId];
  if (!board || !held || to <= held.v) return state;
  let { base } = board;
  let { pending } = state;
  const changed = new Set<string>();
  const change = (changes: Map<string, StoredTask | null>): void => {
    base = changeBase(base, changes);
    for (const taskId of changes.keys()) changed.add(taskId);
  };
  for (const op of range.ops) {
    if (op.v <= held.v || op.type === 'noop') continue;
    const changes = applyPersonalOp((taskId) => findIn(base, taskId), op, range.userId);
    for (const [taskId, task] of changes)
      if (task) changes.set(taskId, { ...task, rank: findIn(base, taskId)?.rank ?? AT_THE_END });
    change(changes);
    pending = acknowledge(pending, op.bulkId ?? op.mutationId, op.v, op.projectId);
  }
  const order = projectOrder(board.projects)(projectId);
  for (const [taskId, place] of Object.entries(range.places)) {
    const task = findIn(base, taskId);
    const rank = personalRank(order, place);
    if (task?.projectId === projectId && task.rank !== rank) change(new Map([[taskId, { ...task, rank }]]));
  }
  const cursors = { ...board.cursors, [projectId]: { epoch, v: to } };
  const next = { ...board, storedAt: null, cursors, base };
  const shown = { ...next, view: updateView(next, pending, changed) };
  const threads = threadsWithPersonalOps(
    state.threads,
    range,
    (taskId) => findIn(base, taskId) !== undefined,
  );
  return settled(withBoard({ ...state, pending, threads }, shown));
}
