import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import { applyOp, withColumn } from '@livelane/shared/boards/fold';
import type { Op, VisibleOp } from '@livelane/shared/boards/op.schema';
import { isSameValue } from '@livelane/shared/tasks/task.conversions';
import type { PayloadAction } from '@reduxjs/toolkit';
import { createPlainSlice } from '#lib/createPlainSlice';
import { changeBase, findIn, keepSame } from './board.base';
import type { BoardRead } from './board.reading';
import type { StoredBoard } from './board.storage';
import {
  type BoardState,
  type BoardsState,
  noBoards,
  PAST_BOARD,
  type Pending,
  type ProjectBoardState,
  perState,
  personalBoard,
  projectBoard,
  tasksOf,
} from './board.types';
import {
  acknowledge,
  buildView,
  hasChanges,
  repainted,
  settled,
  updateView,
  withBoard,
  without,
  withoutEpoch,
} from './board.view';
import { type ThreadRead, threadsBehind, threadsWithOps, threadsWithRead } from './comment.threads';
import { type PersonalRange, withPersonal, withPersonalOps } from './personal.reducer';

/** Ops `from`..`to` of one epoch, as pushed or caught up. */
export interface OpsRange {
  projectId: string;
  epoch: string;
  from: number;
  to: number;
  ops: readonly VisibleOp[];
  /** The viewer: ops about them change their own role. */
  userId?: string;
}

/**
 * Sets a board, or its first cards if none is held yet; ignores one that is older than the held one (R10).
 * The columns become the store's own. The first cards are the same objects in the whole board.
 */
function withRead(before: BoardsState, read: BoardRead): BoardsState {
  const { columns, projectId, ...head } = read;
  const { epoch, v } = head;
  const held = projectBoard(before, projectId);
  if (held && held.epoch === epoch && v < held.v) return before;
  if (held && read.awaited) return before;
  const isOtherEpoch = held !== undefined && held.epoch !== epoch;
  const threads = threadsBehind(before.threads, projectId, isOtherEpoch ? null : v);
  const state = { ...(isOtherEpoch ? withoutEpoch(before, [projectId]) : before), threads };
  // A version means something else in another epoch.
  if (held?.epoch === epoch && !held.awaited) keepSame(columns, held);
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

/** Shows a board that is stored in this browser, until the server's replaces it. */
function withStored(state: BoardsState, stored: StoredBoard & { storedAt: number }): BoardsState {
  if (state.boards[stored.id]) return state;
  const view = perState(() => ({ ids: [], cards: {} }));
  const board: BoardState =
    stored.kind === 'project' ? { ...stored, awaited: null, view } : { ...stored, view };
  return withBoard(state, { ...board, view: buildView(board, state.pending) });
}

/**
 * Applies ops that continue the held board (R10): known ones are dropped. The caller has made sure
 * that none is missing.
 */
function withOps(state: BoardsState, range: OpsRange): BoardsState {
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

/** The version of a task on the held boards, without this client's changes; 0 if none has it. */
const heldRev = (state: BoardsState, { taskId, projectId }: ThreadRead) =>
  Math.max(
    ...[projectBoard(state, projectId), personalBoard(state)].map(
      (board) => (board && findIn(board.base, taskId)?.rev) ?? 0,
    ),
  );

const sameOr = <Value>(held: Value | undefined, value: Value): Value =>
  held !== undefined && isSameValue(held, value) ? held : value;

/** Boards as the server has confirmed them, this client's pending changes, and the view of both (R15). */
const slice = createPlainSlice({
  name: 'board',
  initialState: noBoards,
  reducers: {
    /** A project's board, or the first cards of it. */
    boardRead: (state, { payload }: PayloadAction<BoardRead>) => withRead(state, payload),
    /** A board from this browser's storage. */
    boardRestored: (state, { payload }: PayloadAction<StoredBoard & { storedAt: number }>) =>
      withStored(state, payload),
    /** A past board. Parts that equal those of the moment shown before stay the same objects: only others render. */
    pastRead: (state, { payload }: PayloadAction<BoardRead>) => {
      const { columns, projectId: _of, at: _at, ...head } = payload;
      const held = projectBoard(state, PAST_BOARD);
      if (held) keepSame(columns, held);
      const base = perState((each) => columns[each].cards);
      return withBoard(state, {
        ...head,
        members: sameOr(held?.members, head.members),
        settings: sameOr(held?.settings, head.settings),
        kind: 'project',
        id: PAST_BOARD,
        storedAt: null,
        base,
        view: columns,
      });
    },
    personalRead: (state, { payload }: PayloadAction<PersonalBoard>) => withPersonal(state, payload),
    /** All ranges that came within one animation frame. */
    opsReceived: (state, { payload }: PayloadAction<OpsRange[]>) => payload.reduce(withOps, state),
    personalOpsReceived: (state, { payload }: PayloadAction<PersonalRange>) =>
      withPersonalOps(state, payload),
    /** A page of a task's comments. */
    threadRead: (state, { payload }: PayloadAction<ThreadRead>) =>
      settled({ ...state, threads: threadsWithRead(state.threads, payload, heldRev(state, payload)) }),
    /** The view of a task is closed. */
    threadLeft: (state, { payload: taskId }: PayloadAction<string>) => {
      const { [taskId]: _left, ...threads } = state.threads;
      return settled({ ...state, threads });
    },
    /** A change of this client, painted at once (R16). */
    changeMade: (state, { payload: pending }: PayloadAction<Pending>) => {
      const same = state.pending.find((each) => each.mutationId === pending.mutationId);
      if (same && !same.isAnswered) return state;
      // An answered change that is repeated, as by "move it anyway", waits again.
      const others = same ? state.pending.filter((each) => each !== same) : state.pending;
      return repainted({ ...state, pending: [...others, pending] }, tasksOf(pending));
    },
    /** The server has answered: the change stays painted until the held board contains version `v` (R16). */
    changeAnswered: (state, { payload }: PayloadAction<{ mutationId: string; v: number }>) => {
      const { mutationId, v } = payload;
      const pending = acknowledge(state.pending, mutationId, v).map(
        (each): Pending => (each.mutationId === mutationId ? { ...each, isAnswered: true } : each),
      );
      // A card may have arrived with the change before the version that contains it.
      const ofIt = pending.filter((each) => each.mutationId === mutationId);
      return settled(repainted({ ...state, pending }, ofIt.flatMap(tasksOf)));
    },
    /** A refused change disappears alone; the rest stays (R15). */
    changeRefused: (state, { payload }: PayloadAction<{ mutationId: string }>) =>
      without(
        state,
        state.pending.filter((each) => each.mutationId === payload.mutationId),
      ),
    boardLeft: (state, { payload: boardId }: PayloadAction<string>) => {
      if (!state.boards[boardId]) return state;
      const { [boardId]: _gone, ...boards } = state.boards;
      return settled({ ...state, boards });
    },
    allBoardsLeft: () => noBoards,
  },
});

export const boardReducer = slice.reducer;
export const {
  boardRead,
  boardRestored,
  pastRead,
  personalRead,
  opsReceived,
  personalOpsReceived,
  threadRead,
  threadLeft,
  changeMade,
  changeAnswered,
  changeRefused,
  boardLeft,
  allBoardsLeft,
} = slice.actions;
