import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import { applyOp, withColumn } from '@livelane/shared/boards/fold';
import type { Op, VisibleOp } from '@livelane/shared/boards/op.schema';
import { applyPersonalOp } from '@livelane/shared/boards/personal.fold';
import type { PersonalOps } from '@livelane/shared/realtime/messages.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { type BoardRead, toStored } from './board.reading';
import type { StoredBoard } from './board.storage';
import {
  type BaseColumns,
  type BoardState,
  type BoardsState,
  PAST_BOARD,
  PERSONAL_BOARD,
  type Pending,
  type PersonalBoardState,
  type ProjectBoardState,
  perState,
  tasksOf,
  type ViewColumns,
} from './board.types';
import { AT_THE_END, buildView, changeBase, findIn, hasChanges, updateView } from './board.view';
import {
  type ThreadRead,
  threadsBehind,
  threadsWithOps,
  threadsWithPersonalOps,
  threadsWithRead,
} from './comment.threads';

/** Ops `from`..`to` of one epoch, as pushed or caught up. */
export interface OpsRange {
  projectId: string;
  epoch: string;
  from: number;
  to: number;
  ops: readonly VisibleOp[];
  /** Who looks: the ops about them change their own role. */
  userId?: string;
}

/** What a project's ops mean for the personal board of this user. */
export interface PersonalRange extends PersonalOps {
  userId: string;
}

export const noBoards: BoardsState = { boards: {}, pending: [], threads: {} };

/**
 * Takes over a board, or its first cards where nothing is held yet; one older than what is held is ignored (R10).
 * The columns become the store's own. The first cards are the very objects that come again with the whole board.
 */
export function withRead(before: BoardsState, read: BoardRead): BoardsState {
  const { columns, projectId, ...head } = read;
  const { epoch, v } = head;
  const held = projectBoard(before, projectId);
  if (held && held.epoch === epoch && v < held.v) return before;
  if (held && read.awaited) return before;
  const isOtherEpoch = held !== undefined && held.epoch !== epoch;
  const threads = threadsBehind(before.threads, projectId, isOtherEpoch ? null : v);
  const state = { ...(isOtherEpoch ? withoutEpoch(before, [projectId]) : before), threads };
  // A version means something else in another epoch.
  if (held?.epoch === epoch && !held.awaited) keepSameCards(columns, held);
  const board: ProjectBoardState = {
    ...head,
    kind: 'project',
    id: projectId,
    storedAt: null,
    base: perState((each) => columns[each].cards),
    view: columns,
  };
  const view = hasChanges(board, state.pending) ? buildView(board, state.pending) : columns;
  return settled(withBoard(state, { ...board, view }));
}

/** Shows a board that was kept in this browser, until the server's takes its place. */
export function withStored(state: BoardsState, stored: StoredBoard & { storedAt: number }): BoardsState {
  if (state.boards[stored.id]) return state;
  const view = perState(() => ({ ids: [], cards: {} }));
  const board: BoardState =
    stored.kind === 'project' ? { ...stored, awaited: null, view } : { ...stored, view };
  return withBoard(state, { ...board, view: buildView(board, state.pending) });
}

/**
 * Takes over the personal board; its order is the server's, kept as ranks of this board's own. Of a project of which more is
 * held by pushes, that stays (R10).
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
  const tasks = new Map<string, StoredTask>();
  const take = (task: StoredTask, place: number): void => {
    const other = tasks.get(task.id);
    // On its way to another project it may be read in both.
    if (!other || other.updatedAt < task.updatedAt)
      tasks.set(task.id, { ...task, rank: personalRank(projects, task.projectId, place) });
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
    base: baseOf(tasks.values(), restored.size === 0 ? held : undefined),
    view: perState(() => ({ ids: [], cards: {} })),
  };
  return settled(withBoard(state, { ...board, view: buildView(board, state.pending) }));
}

/** Can these ops follow what is held of the personal board? Otherwise it has to be read again (R34). */
export function continuesPersonal(state: BoardsState, { projectId, epoch, from, ops }: PersonalOps): boolean {
  const board = personalBoard(state);
  const held = board?.cursors[projectId];
  if (!board || held?.epoch !== epoch || from > held.v + 1) return false;
  const come = new Set<string>();
  return ops.every((op) => {
    if (op.v <= held.v || !('taskId' in op) || op.type === 'task.deleted') return true;
    if (op.type === 'task.created' || op.type === 'task.restored') return come.add(op.taskId);
    return come.has(op.taskId) || findIn(board.base, op.taskId) !== undefined;
  });
}

/** Applies what a project's ops mean for the personal board, which they continue. */
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
  for (const [taskId, place] of Object.entries(range.places)) {
    const task = findIn(base, taskId);
    const rank = personalRank(board.projects, projectId, place);
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

/** The personal board's order as a rank: each column by place, then by project, then by id. */
function personalRank(projects: PersonalBoardState['projects'], projectId: string, place: number): string {
  const names = [...new Set(Object.values(projects).map(({ name }) => name))];
  const index = names.indexOf(projects[projectId]?.name ?? '');
  // `e` is followed by five digits; those after them are a fraction, which never ends with a zero.
  return `e${`${place}`.padStart(5, '0')}${`${index}`.padStart(4, '0')}V`;
}

const placeIn = (rank: string): number => Number(rank.slice(1, 6));

/**
 * Applies ops that continue what is held (R10): known ones are trimmed. The caller has made sure
 * that none is missing.
 */
export function withOps(state: BoardsState, range: OpsRange): BoardsState {
  const board = projectBoard(state, range.projectId);
  if (!board || board.epoch !== range.epoch || range.from > board.v + 1 || range.to <= board.v) return state;
  let { base, role, members, settings } = board;
  const changed = new Set<string>();
  let pending = state.pending;
  for (const op of range.ops) {
    if (op.v <= board.v || op.type === 'noop') continue;
    const changes = applyOp((taskId) => findIn(base, taskId), op);
    if (changes.size > 0) base = changeBase(base, changes);
    for (const taskId of changes.keys()) changed.add(taskId);
    pending = acknowledge(pending, op.bulkId ?? op.mutationId, op.v, op.projectId);
    ({ members, role } = withMemberOp({ members, role }, op, range.userId));
    settings = withColumn(settings, op);
  }
  const next: ProjectBoardState = { ...board, storedAt: null, v: range.to, base, role, members, settings };
  const shown = { ...next, view: updateView(next, pending, changed) };
  const threads = threadsWithOps(state.threads, range);
  return settled(withBoard({ ...state, pending, threads }, shown));
}

/** Shows a board as it was. Cards that are the same as at the moment shown before stay the same objects. */
export function withPast(state: BoardsState, read: BoardRead): BoardsState {
  const { columns, projectId: _of, ...head } = read;
  const held = projectBoard(state, PAST_BOARD);
  if (held) keepSameCards(columns, held);
  const base = perState((each) => columns[each].cards);
  return withBoard(state, { ...head, kind: 'project', id: PAST_BOARD, storedAt: null, base, view: columns });
}

/** Takes over a page of a task's comments. */
export function withThread(state: BoardsState, read: ThreadRead): BoardsState {
  return settled({ ...state, threads: threadsWithRead(state.threads, read) });
}

/** The view of a task is closed. */
export function withoutThread(state: BoardsState, taskId: string): BoardsState {
  const { [taskId]: _left, ...threads } = state.threads;
  return settled({ ...state, threads });
}

/** Paints a change of this client at once (R16). */
export function withPending(state: BoardsState, pending: Pending): BoardsState {
  const same = state.pending.find((each) => each.mutationId === pending.mutationId);
  if (same && !same.isAnswered) return state;
  // One that was answered and is made again, as by "move it anyway", waits again.
  const others = same ? state.pending.filter((each) => each !== same) : state.pending;
  return repainted({ ...state, pending: [...others, pending] }, tasksOf(pending));
}

/** The server has answered: the change stays painted until what is held contains version `v` (R16). */
export function withAnswer(state: BoardsState, mutationId: string, v: number): BoardsState {
  const pending = acknowledge(state.pending, mutationId, v).map(
    (each): Pending => (each.mutationId === mutationId ? { ...each, isAnswered: true } : each),
  );
  // A card may have come with the change before the version that tells of it.
  const ofIt = pending.filter((each) => each.mutationId === mutationId);
  return settled(repainted({ ...state, pending }, ofIt.flatMap(tasksOf)));
}

/** A refused change disappears alone; the rest stays (R15). */
export function withoutPending(state: BoardsState, mutationId: string): BoardsState {
  return without(
    state,
    state.pending.filter((each) => each.mutationId === mutationId),
  );
}

export function withoutBoard(state: BoardsState, boardId: string): BoardsState {
  if (!state.boards[boardId]) return state;
  const { [boardId]: _gone, ...boards } = state.boards;
  return settled({ ...state, boards });
}

export function projectBoard(state: BoardsState, projectId: string): ProjectBoardState | undefined {
  const board = state.boards[projectId];
  return board?.kind === 'project' ? board : undefined;
}

export function personalBoard(state: BoardsState): PersonalBoardState | undefined {
  const board = state.boards[PERSONAL_BOARD];
  return board?.kind === 'personal' ? board : undefined;
}

/**
 * R6: what was answered in an epoch that has ended is in the restored history, or is lost with the
 * other. What only came back as an op is sent again, and stays painted until then.
 */
function withoutEpoch(state: BoardsState, projectIds: readonly string[]): BoardsState {
  const isOld = ({ projectId }: Pending) => projectIds.includes(projectId);
  const gone = state.pending.filter((each) => isOld(each) && each.isAnswered);
  const rest = without(state, gone);
  if (!rest.pending.some((each) => isOld(each) && each.ackV !== undefined)) return rest;
  const unanswered = ({ ackV: _over, ...each }: Pending): Pending => each;
  return { ...rest, pending: rest.pending.map((each) => (isOld(each) ? unanswered(each) : each)) };
}

function without(state: BoardsState, gone: readonly Pending[]): BoardsState {
  if (gone.length === 0) return state;
  const pending = state.pending.filter((each) => !gone.includes(each));
  return repainted({ ...state, pending }, gone.flatMap(tasksOf));
}

/** Drops the pending changes that every loaded board's base contains by now, and the comments of its task. */
function settled(state: BoardsState): BoardsState {
  const boards = Object.values(state.boards);
  const isContained = ({ projectId, taskId, change, ackV }: Pending): boolean => {
    if (ackV === undefined || !boards.every((board) => versionOf(board, projectId) >= ackV)) return false;
    return change.kind !== 'comment' || (state.threads[taskId]?.v ?? ackV) >= ackV;
  };
  return without(state, state.pending.filter(isContained));
}

/** The version of a project that a board contains; a board that does not show the project has nothing to wait for. */
function versionOf(board: BoardState, projectId: string): number {
  if (board.kind === 'project') return board.id === projectId ? board.v : Number.POSITIVE_INFINITY;
  return board.cursors[projectId]?.v ?? Number.POSITIVE_INFINITY;
}

/** @param projectId the version's, of an op: it says nothing about a change that was meant for another project */
function acknowledge(pending: Pending[], mutationId: string, v: number, projectId?: string): Pending[] {
  // Of many cards at once, the last one's version counts.
  const isNews = (each: Pending) =>
    each.mutationId === mutationId &&
    (projectId === undefined || each.projectId === projectId) &&
    (each.ackV === undefined || (each.change.kind === 'bulk' && each.ackV < v));
  return pending.some(isNews) ? pending.map((each) => (isNews(each) ? { ...each, ackV: v } : each)) : pending;
}

function repainted(state: BoardsState, taskIds: readonly string[]): BoardsState {
  const boards = Object.fromEntries(
    Object.entries(state.boards).map(([id, board]) => {
      const view = updateView(board, state.pending, taskIds);
      return [id, view === board.view ? board : { ...board, view }];
    }),
  );
  return { ...state, boards };
}

function withBoard(state: BoardsState, board: BoardState): BoardsState {
  return { ...state, boards: { ...state.boards, [board.id]: board } };
}

function withMemberOp(
  board: Pick<ProjectBoardState, 'members' | 'role'>,
  op: Op,
  viewerId: string | undefined,
): Pick<ProjectBoardState, 'members' | 'role'> {
  if (op.type === 'member.removed') {
    return { ...board, members: board.members.filter((member) => member.id !== op.patch.userId) };
  }
  if (op.type !== 'member.added' && op.type !== 'member.roleChanged') return board;
  const { userId: id, firstName, surname, roleId } = op.patch;
  const others = board.members.filter((member) => member.id !== id);
  const role = id === viewerId ? roleId : board.role;
  return { role, members: [...others, { id, firstName, surname, roleId }] };
}

/** Cards that did not change stay the same objects, so that they are not painted again. */
function keepSameCards(columns: ViewColumns, held: ProjectBoardState): void {
  for (const state of taskStates) {
    const { ids, cards } = columns[state];
    const old = held.base[state];
    for (const id of ids) {
      const same = sameOf(old[id], cards[id]);
      if (same && same !== cards[id]) cards[id] = same;
    }
  }
}

function sameOf(old: StoredTask | undefined, task: StoredTask | undefined): StoredTask | undefined {
  return old && old.rev === task?.rev && old.rank === task.rank ? old : task;
}

function baseOf(tasks: Iterable<StoredTask>, held: BoardState | undefined): BaseColumns {
  const base = perState<Record<string, StoredTask>>(() => ({}));
  for (const task of tasks) {
    const old = held?.base[task.state][task.id];
    base[task.state][task.id] = sameOf(old, task) ?? task;
  }
  return base;
}
