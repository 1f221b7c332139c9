import type { BoardTurns } from './board.turns';
import type { CommitEntry } from './commit.queue';
import type { Committed } from './commit.types';
import type { Listeners } from './listeners';
import type { StoredOp } from './op.types';

/** An op that is in the log, and the request that waits for it to be applied. */
export interface CommittedOp {
  op: StoredOp;
  done: CommitEntry;
  answer: Committed<unknown>;
}

interface Steps {
  /** Brings the rows in line with these ops, in order. */
  apply(ops: readonly StoredOp[]): Promise<void>;
  raiseAppliedV(projectId: string, v: number): Promise<void>;
  turns: BoardTurns;
  /** Notified of an op when its caller is answered. */
  committed: Listeners<StoredOp>;
  /** Answered ops were not applied: the rows are behind the log until a heal. */
  failed(projectId: string): void;
  /** Nothing is left to apply. */
  onIdle(): void;
}

/** An op to be applied. */
interface OpenOp {
  op: StoredOp;
  /** Null if the caller has its answer. */
  waiting: CommittedOp | null;
  /** Another node has committed it, and writes its rows unless it dies. */
  isOthers: boolean;
}

/** How long rows that may follow their ops wait for more of them. */
const ROWS_PAUSE_MS = 100;
/** The most ops that may be ahead of their rows; the answers of further ones wait for theirs. */
const MAX_AHEAD = 512;

/**
 * The second stage of one project's commits, after the commit point: rows, then `appliedV`, in version
 * order. Ops that arrive while others are applied are applied together. Answers and pushes are sent before the rows
 * where these may follow, else after them; in version order in any case.
 *
 * Beside other nodes that write to the board (R33), each writes the rows of its own ops. Those of different cards do not
 * wait for each other, so `appliedV` may follow later.
 */
export class RowApplier {
  /** Ops whose rows are not there yet, as far as this node knows, in order. */
  private open: OpenOp[] = [];
  private running: Promise<void> | null = null;
  private pause: NodeJS.Timeout | null = null;
  /** The latest version that was handed over. */
  private handedOver = 0;
  /** What `appliedV` was raised to last. */
  private raisedTo = 0;
  /** Ops whose callers wait for the rows. */
  private unanswered = 0;
  /** After a failure `appliedV` must not pass the ops that were not applied: only a heal ends that. */
  private failure: { error: unknown } | null = null;

  constructor(
    private readonly projectId: string,
    private readonly steps: Steps,
  ) {}

  get hasFailed(): boolean {
    return this.failure !== null;
  }

  get isIdle(): boolean {
    return this.running === null && this.open.length === 0;
  }

  /** Resolves, and never rejects, when all that has been handed over by now is applied or has failed. */
  async caughtUp(): Promise<void> {
    const upTo = this.handedOver;
    while (this.doneUpTo < upTo) await this.start();
  }

  /** Every op up to here has been applied or has failed. */
  private get doneUpTo(): number {
    const [first] = this.open;
    return first ? first.op.v - 1 : this.handedOver;
  }

  /** Everything committed has been applied by a heal. Only when idle. */
  healed(): void {
    this.failure = null;
  }

  /** Takes ops over in version order. `rowsFollow`: no listener needs the rows. */
  add(ops: readonly CommittedOp[], { rowsFollow }: { rowsFollow: boolean }): void {
    const last = ops.at(-1);
    if (!last) return;
    this.handedOver = last.op.v;
    const isAnswered = rowsFollow && this.unanswered === 0 && !this.failure && this.open.length < MAX_AHEAD;
    // Keeps only the op of an answered request: long-lived requests would burden the garbage collector.
    this.open.push(
      ...ops.map((settled) => ({ op: settled.op, waiting: isAnswered ? null : settled, isOthers: false })),
    );
    if (isAnswered) {
      this.answer(ops);
      this.startSoon();
    } else {
      this.unanswered += ops.length;
      void this.start();
    }
  }

  /**
   * Takes over ops that other nodes have committed: `appliedV` must not pass them before their rows are there.
   * @param appliedV as read after them
   */
  follow(ops: readonly StoredOp[], appliedV: number): void {
    const last = ops.at(-1);
    if (!last) return;
    this.handedOver = last.v;
    const unapplied = ops.filter(({ v }) => v > appliedV);
    this.open.push(...unapplied.map((op) => ({ op, waiting: null, isOthers: true })));
    if (unapplied.length > 0) this.startSoon();
  }

  private startSoon(): void {
    if (!this.running) this.pause ??= setTimeout(() => void this.start(), ROWS_PAUSE_MS);
  }

  private start(): Promise<void> {
    if (this.pause) clearTimeout(this.pause);
    this.pause = null;
    this.running ??= this.run();
    return this.running;
  }

  private async run(): Promise<void> {
    // Never ends before `start` has kept it: after a failure there is nothing else to wait for.
    await null;
    do {
      let group = this.open.filter(({ isOthers }) => !isOthers);
      try {
        if (this.failure) throw this.failure.error;
        group = await this.apply(group);
        this.drop(group);
        await this.raise();
        this.answer(group.flatMap(({ waiting }) => waiting ?? []));
      } catch (error) {
        // The ops stay committed; the next reader or writer heals, and a repetition gets its answer.
        this.failure = { error };
        this.steps.failed(this.projectId);
        for (const { waiting } of group) waiting?.done.reject(error);
        this.drop(this.open.filter(({ isOthers }) => isOthers));
        this.drop(group);
      }
      this.unanswered -= group.filter(({ waiting }) => waiting).length;
    } while (this.unanswered > 0);
    this.running = null;
    if (this.open.length > 0) this.startSoon();
    else this.steps.onIdle();
  }

  private answer(ops: readonly CommittedOp[]): void {
    for (const { op } of ops) this.steps.committed.notify(op);
    for (const { done, answer } of ops) done.succeed(answer);
  }

  private drop(group: readonly OpenOp[]): void {
    const done = new Set(group);
    this.open = this.open.filter((each) => !done.has(each));
  }

  /**
   * Writes the rows of this node's ops. Those of other nodes' ops are written here only if they do not come: before an op
   * of the same card, and when nothing else is open.
   * @returns the ops that are applied
   */
  private async apply(own: OpenOp[]): Promise<OpenOp[]> {
    const awaited = this.open.filter(
      (each) => each.isOthers && (own.length === 0 || own.some((later) => mustFollow(later.op, each.op))),
    );
    const { apply, turns } = this.steps;
    if (awaited.length > 0)
      await turns.rowsOfOthers(
        this.projectId,
        awaited.map(({ op }) => op),
      );
    const written = turns.written(this.projectId);
    const isThere = ({ op, isOthers }: OpenOp): boolean => isOthers && written(op.v);
    const missing = awaited.filter((each) => !isThere(each));
    const group = [...own, ...missing].sort((a, b) => a.op.v - b.op.v);
    const ops = group.map(({ op }) => op);
    if (ops.length > 0) await apply(ops);
    turns.rowsWritten(this.projectId, ops);
    return [...group, ...this.open.filter(isThere)];
  }

  private async raise(): Promise<void> {
    const v = this.doneUpTo;
    if (v <= this.raisedTo) return;
    await this.steps.raiseAppliedV(this.projectId, v);
    this.raisedTo = v;
  }
}

/** True where a row may get both: it takes its ops in order. */
function mustFollow(later: StoredOp, earlier: StoredOp): boolean {
  if (earlier.v > later.v) return false;
  return !('taskId' in later && 'taskId' in earlier) || later.taskId === earlier.taskId;
}
