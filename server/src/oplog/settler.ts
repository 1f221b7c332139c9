import type { CommitEntry } from './commit.entry';
import type { Committed } from './commit.types';
import type { StoredOp } from './op.types';

/** An op that is in the log, and who waits for it to be applied. */
export interface SettledOp {
  op: StoredOp;
  done: CommitEntry;
  answer: Committed<unknown>;
}

interface Steps {
  /** Brings the rows in line with these ops, in order. */
  apply(ops: readonly StoredOp[]): Promise<void>;
  raiseAppliedV(projectId: string, v: number): Promise<void>;
  /** The op is applied: whoever listens may hear of it. */
  settled(op: StoredOp): void;
  forgetHead(projectId: string): void;
  /** Nothing is left to apply. */
  onIdle(): void;
}

/**
 * The second stage of one project's commits, after the commit point: rows, then `appliedV`, then the
 * answers and the pushes, in version order. All ops that came while others were applied go together.
 */
export class Settler {
  private open: SettledOp[] = [];
  private running: Promise<void> | null = null;
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
    return this.running === null;
  }

  /** Resolves, and never rejects, when all that was handed over is done or has failed. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Everything committed has been applied by a heal. Only when idle. */
  healed(): void {
    this.failure = null;
  }

  /** Takes ops over in version order. */
  settle(ops: readonly SettledOp[]): void {
    if (ops.length === 0) return;
    this.open.push(...ops);
    this.running ??= this.run();
  }

  private async run(): Promise<void> {
    while (this.open.length > 0) {
      const group = this.open.splice(0);
      try {
        await this.settleGroup(group.map(({ op }) => op));
      } catch (error) {
        // The ops stay committed; the next reader or writer heals, and a repetition gets its answer.
        this.failure = { error };
        this.steps.forgetHead(this.projectId);
        for (const { done } of group) done.reject(error);
        continue;
      }
      for (const { op } of group) this.steps.settled(op);
      for (const { done, answer } of group) done.succeed(answer);
    }
    this.running = null;
    this.steps.onIdle();
  }

  private async settleGroup(ops: readonly StoredOp[]): Promise<void> {
    if (this.failure) throw this.failure.error;
    await this.steps.apply(ops);
    await this.steps.raiseAppliedV(this.projectId, ops.at(-1)?.v ?? 0);
  }
}
