import { setTimeout as wait } from 'node:timers/promises';
import { isOpType } from '@livelane/shared/boards/op.types';
import { type NodeBus, silentBus } from '../nodes/node.bus';
import type { NodeMessage } from '../nodes/node.messages';
import { Listeners } from './listeners';
import type { StoredOp } from './op.types';

/** A board that no other node has written to for so long is this node's alone again. */
const SHARED_MS = 2_000;
/** The others pass over a node that takes longer for its turn: it has died, or its message was lost. */
const TURN_MS = 500;
/** How long a node that had its turn waits for the others where no message can say that they want theirs. */
const YIELD_MS = 4;
/** How long the rows of another node's ops may take before this node writes them itself. */
const ROWS_MS = 100;
/** Longest JSON of ops that are passed on, in characters; more than that is read in the log. */
const MOST_PASSED_ON = 64 * 1024;
/** Turns whose ops are kept for this node's next one. */
const MOST_KEPT = 32;
/** Ops whose rows are known to be written. */
const MOST_WRITTEN = 4_096;

type TurnEnded = Extract<NodeMessage, { kind: 'turnEnded' }>;

/** A board that several nodes write to. */
interface SharedBoard {
  /**
   * The node whose turn it is, and those that come next. They follow from the order of the messages alone, which is the
   * same for all nodes.
   */
  holder: string | null;
  waiting: string[];
  /** This node is among those, or will be with a message that is on its way. */
  isAnnounced: boolean;
  /** This node has ended its turn; the message is on its way. */
  hasEnded: boolean;
  /** This node waits for its turn, or uses it. */
  isBusy: boolean;
  /** The node whose turn took too long. */
  skipped: string | null;
  /** Where there are no messages: this node was the last to commit. */
  hadTurn: boolean;
  /** The latest turns that were passed on, without a gap; `list` is null where the ops have to be read in the log. */
  ops: Array<{ from: number; to: number; list: readonly StoredOp[] | null }>;
  /** Versions of the latest ops whose rows are written, oldest first. */
  written: Set<number>;
  /** Called after each message. */
  readonly wakers: Set<() => void>;
  heardAt: number;
  /** A timer looks whether the others are silent. */
  isTimed: boolean;
}

/**
 * Turns of the nodes that write to one board at the same time (R33). Without them most of their inserts would meet at
 * the same version, and all but one of these would be in vain. Turns only save work, since the log's unique indexes
 * decide: a node that does not take part, or a message that is lost, costs a lost race or half a second.
 */
export class BoardTurns {
  private readonly boards = new Map<string, SharedBoard>();
  /** Notified of other nodes' ops that were passed on, in the order of the messages. */
  readonly passedOn = new Listeners<StoredOp>();

  constructor(private readonly bus: NodeBus = silentBus) {
    bus.listen({
      received: (from, message) => this.heard(from, message),
      heardOwn: (message) => this.heard(bus.id, message),
      // What the missed messages would have said is found out by the next race.
      returned: () => {
        for (const projectId of [...this.boards.keys()]) this.forget(projectId);
      },
    });
  }

  isShared(projectId: string): boolean {
    return this.boards.has(projectId);
  }

  /** Another node was faster: from now on they take turns. */
  lostRace(projectId: string): void {
    const board = this.shared(projectId);
    board.isBusy = true;
    board.hadTurn = false;
  }

  /** Drops what is known about a board. */
  forget(projectId: string): void {
    const board = this.boards.get(projectId);
    this.boards.delete(projectId);
    if (board) wake(board);
  }

  /**
   * Waits until it is this node's turn to commit to a shared board, or until the others take too long.
   * @returns false if they cannot have committed anything meanwhile that is worth looking for
   */
  async take(projectId: string): Promise<boolean> {
    const board = this.boards.get(projectId);
    if (!board) return false;
    board.isBusy = true;
    if (!this.bus.isConnected) {
      const { hadTurn } = board;
      board.hadTurn = false;
      if (hadTurn) await wait(YIELD_MS);
      return hadTurn;
    }
    const isOver = (): boolean => this.isOurs(board) || this.boards.get(projectId) !== board;
    if (!isOver() && !board.isAnnounced) {
      board.isAnnounced = true;
      this.bus.send({ kind: 'turnWanted', projectId });
    }
    while (!isOver()) {
      const { holder } = board;
      const isNews = await heardWithin(board, TURN_MS, () => isOver() || board.holder !== holder);
      if (isNews) continue;
      board.skipped = holder;
      break;
    }
    return true;
  }

  /**
   * Ends this node's turn.
   * @param ops what it has committed, in order
   * @param wantsNext more is waiting
   */
  end(projectId: string, ops: readonly StoredOp[], wantsNext: boolean): void {
    const board = this.boards.get(projectId);
    if (!board) return;
    board.isBusy = false;
    board.hadTurn ||= ops.length > 0;
    const isOurs = this.isOurs(board);
    const isAlone = isSilent(board);
    if (isOurs || ops.length > 0) {
      board.hasEnded = isOurs;
      board.isAnnounced = wantsNext && !isAlone;
      const skipped = board.skipped ?? undefined;
      board.skipped = null;
      const next = { wantsNext: board.isAnnounced, skipped };
      this.bus.send({ kind: 'turnEnded', projectId, ops: passedOn(ops), ...next });
    }
    if (isAlone) this.leave(projectId, board);
    else if (!board.isTimed) this.forgetWhenSilent(projectId, board);
  }

  /** Nobody needs to wait for this node. */
  private leave(projectId: string, { isAnnounced }: SharedBoard): void {
    if (isAnnounced) this.bus.send({ kind: 'turnEnded', projectId, wantsNext: false });
    this.forget(projectId);
  }

  /** Ops of other nodes after version `v`, as far as they were passed on; null if only the log can tell. */
  opsAfter(projectId: string, v: number): readonly StoredOp[] | null {
    const board = this.boards.get(projectId);
    if (!board || board.ops.length === 0) return null;
    const unknown = board.ops.filter(({ to }) => to > v);
    const [first] = unknown;
    if (first && first.from > v + 1) return null;
    if (unknown.some(({ list }) => list === null)) return null;
    return unknown.flatMap(({ list }) => list ?? []).filter((op) => op.v > v);
  }

  /** Tells the others that they need not write the rows of these ops of a shared board. */
  rowsWritten(projectId: string, ops: readonly StoredOp[]): void {
    if (ops.length > 0 && this.isShared(projectId))
      this.bus.send({ kind: 'rows', projectId, versions: ops.map(({ v }) => v) });
  }

  /** Tells of an op's version whether its rows are there; false if this node has not heard of them. */
  written(projectId: string): (v: number) => boolean {
    const versions = this.boards.get(projectId)?.written;
    return (v) => versions?.has(v) ?? false;
  }

  /** Waits a little until other nodes have written the rows of these ops. @returns whether they have */
  async rowsOfOthers(projectId: string, ops: readonly StoredOp[]): Promise<boolean> {
    const board = this.boards.get(projectId);
    if (!board || !this.bus.isConnected) return false;
    return heardWithin(board, ROWS_MS, () => ops.every(({ v }) => board.written.has(v)));
  }

  private isOurs({ holder, hasEnded }: SharedBoard): boolean {
    return holder === this.bus.id && !hasEnded;
  }

  private shared(projectId: string): SharedBoard {
    const known = this.boards.get(projectId);
    if (known) {
      known.heardAt = performance.now();
      return known;
    }
    const board: SharedBoard = {
      holder: null,
      waiting: [],
      isAnnounced: false,
      hasEnded: false,
      isBusy: false,
      skipped: null,
      hadTurn: false,
      ops: [],
      written: new Set(),
      wakers: new Set(),
      heardAt: performance.now(),
      isTimed: false,
    };
    this.boards.set(projectId, board);
    this.forgetWhenSilent(projectId, board);
    return board;
  }

  private forgetWhenSilent(projectId: string, board: SharedBoard): void {
    board.isTimed = true;
    const timer = setTimeout(() => {
      if (this.boards.get(projectId) !== board) return;
      board.isTimed = false;
      if (board.isBusy) return; // Then its turn comes to an end, and does this.
      if (isSilent(board)) this.leave(projectId, board);
      else this.forgetWhenSilent(projectId, board);
    }, SHARED_MS);
    timer.unref();
  }

  private heard(from: string, message: NodeMessage): void {
    if (message.kind !== 'turnWanted' && message.kind !== 'turnEnded' && message.kind !== 'rows') return;
    const { projectId } = message;
    // What this node says does not make a board a shared one, nor keep it one.
    const board = from === this.bus.id ? this.boards.get(projectId) : this.shared(projectId);
    if (!board) return;
    const { holder } = board;
    if (message.kind === 'rows') noteWritten(board, message.versions);
    else if (message.kind === 'turnWanted') board.waiting = [...others(board, from), from];
    else this.turnEnded(board, from, message);
    board.holder ??= board.waiting.shift() ?? null;
    if (board.holder !== holder || (message.kind === 'turnEnded' && from === this.bus.id)) {
      board.hasEnded = false;
      if (board.holder === this.bus.id) board.isAnnounced = false;
    }
    if (this.isOurs(board) && !board.isBusy) this.end(projectId, [], false);
    wake(board);
  }

  private turnEnded(
    board: SharedBoard,
    from: string,
    { projectId, ops, wantsNext, skipped }: TurnEnded,
  ): void {
    board.waiting = wantsNext ? [...others(board, from), from] : others(board, from);
    if (board.holder === from || board.holder === skipped) board.holder = null;
    if (!ops) return;
    const list = read(projectId, ops);
    const isNext = board.ops.at(-1)?.to === ops.from - 1;
    board.ops = [...(isNext ? board.ops : []), { from: ops.from, to: ops.to, list }].slice(-MOST_KEPT);
    if (from !== this.bus.id) for (const op of list ?? []) this.passedOn.notify(op);
  }
}

function noteWritten({ written }: SharedBoard, versions: readonly number[]): void {
  for (const v of versions) written.add(v);
  for (const v of written) {
    if (written.size <= MOST_WRITTEN) break;
    written.delete(v);
  }
}

/** Null for anything but a project's ops of these versions, and for ops that a later version has written (R22). */
function read(projectId: string, { from, to, json }: NonNullable<TurnEnded['ops']>): StoredOp[] | null {
  if (json === undefined) return null;
  try {
    const ops = JSON.parse(json) as StoredOp[];
    const isOne = (op: StoredOp, index: number): boolean =>
      op.projectId === projectId && op.v === from + index && isOpType(op.type);
    return ops.length === to - from + 1 && ops.every(isOne) ? ops : null;
  } catch {
    return null;
  }
}

const isSilent = ({ heardAt }: SharedBoard): boolean => performance.now() - heardAt >= SHARED_MS;

const others = ({ waiting }: SharedBoard, node: string): string[] => waiting.filter((each) => each !== node);

function passedOn(ops: readonly StoredOp[]): TurnEnded['ops'] {
  const [first, last] = [ops[0], ops.at(-1)];
  if (!first || !last) return undefined;
  const json = JSON.stringify(ops);
  return { from: first.v, to: last.v, json: json.length > MOST_PASSED_ON ? undefined : json };
}

function wake({ wakers }: SharedBoard): void {
  for (const each of [...wakers]) each();
}

/** @returns false when the time was over first */
function heardWithin({ wakers }: SharedBoard, ms: number, isDone: () => boolean): Promise<boolean> {
  if (isDone()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const finish = (isHeard: boolean): void => {
      clearTimeout(timer);
      wakers.delete(check);
      resolve(isHeard);
    };
    const check = (): void => {
      if (isDone()) finish(true);
    };
    const timer = setTimeout(() => finish(false), ms);
    wakers.add(check);
  });
}
