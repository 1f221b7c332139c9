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
  /** Notified of an op when its caller is answered. */
  committed: Listeners<StoredOp>;
  /** Answered ops were not applied: the rows are behind the log until a heal. */
  failed(projectId: string): void;
  /** Nothing is left to apply. */
  onIdle(): void;
}

/** How long rows that may follow their ops wait for more of them. */
const ROWS_PAUSE_MS = 100;
/** The most ops that may be ahead of their rows; the answers of further ones wait for theirs. */
const MAX_AHEAD = 512;

/**
 * The second stage of one project's commits, after the commit point: rows, then `appliedV`, in version
 * order. Ops that arrive while others are applied are applied together. Answers and pushes are sent before the rows
 * where these may follow, else after them; in version order in any case.
 */
export class RowApplier {
  /** Ops to be applied; `waiting` is null if the caller has its answer. */
  private open: Array<{ op: StoredOp; waiting: CommittedOp | null }> = [];
  private running: Promise<void> | null = null;
  private pause: NodeJS.Timeout | null = null;
  /** The latest version that was handed over, and the latest that is applied or has failed. */
  private handedOver = 0;
  private done = 0;
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
    while (this.done < upTo) await this.start();
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
    this.open.push(...ops.map((settled) => ({ op: settled.op, waiting: isAnswered ? null : settled })));
    if (isAnswered) {
      this.answer(ops);
      this.startSoon();
    } else {
      this.unanswered += ops.length;
      void this.start();
    }
  }

  /** Takes over ops that other nodes have committed: `appliedV` must not pass them before their rows are there. */
  follow(ops: readonly StoredOp[]): void {
    const last = ops.at(-1);
    if (!last) return;
    this.handedOver = last.v;
    this.open.push(...ops.map((op) => ({ op, waiting: null })));
    this.startSoon();
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
    do {
      const group = this.open.splice(0);
      const waiting = group.flatMap((each) => each.waiting ?? []);
      try {
        await this.apply(group.map(({ op }) => op));
        this.answer(waiting);
      } catch (error) {
        // The ops stay committed; the next reader or writer heals, and a repetition gets its answer.
        this.failure = { error };
        this.steps.failed(this.projectId);
        for (const { done } of waiting) done.reject(error);
      }
      this.unanswered -= waiting.length;
      this.done = group.at(-1)?.op.v ?? this.done;
    } while (this.unanswered > 0);
    this.running = null;
    if (this.open.length > 0) this.startSoon();
    else this.steps.onIdle();
  }

  private answer(ops: readonly CommittedOp[]): void {
    for (const { op } of ops) this.steps.committed.notify(op);
    for (const { done, answer } of ops) done.succeed(answer);
  }

  private async apply(ops: readonly StoredOp[]): Promise<void> {
    if (this.failure) throw this.failure.error;
    await this.steps.apply(ops);
    await this.steps.raiseAppliedV(this.projectId, ops.at(-1)?.v ?? 0);
  }
}
