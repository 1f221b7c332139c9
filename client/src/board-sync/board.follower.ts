import type { CatchUp, ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { BoardOps, SubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import type { OpsRange } from './board.reducer';

/** How long ops that came too early are held before the missing ones are asked for (R10), in milliseconds. */
export const HOLD_MS = 1_000;

interface Cursor {
  epoch: string;
  v: number;
}

/** What following a board needs from the world around it. */
export interface FollowerPorts {
  /** What the store holds of the board now. */
  cursor(): Cursor | null;
  /** Null when the board is still at this version. */
  fetchBoard(held: Cursor | null): Promise<ProjectBoard | null>;
  fetchOps(since: Cursor): Promise<CatchUp>;
  /** Null without a live connection. */
  subscribe(held: Cursor | null): Promise<SubscribeAnswer> | null;
  takeSnapshot(board: ProjectBoard): void;
  takeOps(range: OpsRange): void;
  onError(error: unknown): void;
  setTimer(run: () => void, ms: number): () => void;
}

/**
 * Keeps one project's board in step with the server, whichever way its changes come: pushed, caught
 * up or polled (R9, R10, R12, R13). One request is under way at a time; what is pushed meanwhile waits.
 */
export class BoardFollower {
  private readonly early: BoardOps[] = [];
  private busy = false;
  private again: (() => Promise<void>) | null = null;
  private cancelHold: (() => void) | null = null;
  private stopped = false;

  constructor(
    readonly projectId: string,
    private readonly ports: FollowerPorts,
  ) {}

  /** Joins the live board, or reads it where there is no live connection. */
  join(): Promise<void> {
    return this.run(async () => {
      const held = this.ports.cursor();
      const answer = await this.ports.subscribe(held);
      if (!answer) return this.readBoard();
      if (!answer.ok) throw new SubscribeRefused(answer.code);
      if (answer.mode === 'refetch') return this.readBoard();
      if (answer.mode === 'delta' && answer.ops && held) {
        this.ports.takeOps({
          projectId: this.projectId,
          epoch: answer.epoch,
          from: held.v + 1,
          to: answer.v,
          ops: answer.ops,
        });
      }
    });
  }

  /** The 60-second refetch: nothing is sent back when nothing is new (R12). */
  poll(): Promise<void> {
    return this.run(() => this.readBoard());
  }

  /** Asks for what is missing, by ops if it can be (R13). */
  catchUp(): Promise<void> {
    return this.run(() => this.readOps());
  }

  /** Ops that were pushed. */
  receive(range: BoardOps): void {
    this.early.push(range);
    if (!this.busy) this.takeEarly();
  }

  /** The board as it is held can't be continued. */
  reset(): Promise<void> {
    return this.run(async () => {
      const board = await this.ports.fetchBoard(null);
      if (board) this.ports.takeSnapshot(board);
    });
  }

  /** The server's word of where the board stands: a push may have been lost. */
  hint(v: number): void {
    const held = this.ports.cursor();
    if (held && v > held.v) this.holdThenCatchUp();
  }

  stop(): void {
    this.stopped = true;
    this.cancelHold?.();
  }

  private async run(work: () => Promise<void>): Promise<void> {
    if (this.stopped) return;
    if (this.busy) {
      this.again = work;
      return;
    }
    this.busy = true;
    try {
      await work();
    } catch (error) {
      if (!this.stopped) this.ports.onError(error);
    } finally {
      this.busy = false;
    }
    if (this.stopped) return;
    const next = this.again;
    this.again = null;
    this.takeEarly();
    if (next) await this.run(next);
  }

  private async readBoard(): Promise<void> {
    const board = await this.ports.fetchBoard(this.ports.cursor());
    if (board && !this.stopped) this.ports.takeSnapshot(board);
  }

  private async readOps(): Promise<void> {
    const held = this.ports.cursor();
    if (!held) return this.readBoard();
    const page = await this.ports.fetchOps(held);
    if (this.stopped) return;
    if ('reset' in page) {
      const board = await this.ports.fetchBoard(null);
      if (board && !this.stopped) this.ports.takeSnapshot(board);
    } else if (page.ops.length > 0) {
      this.ports.takeOps({ projectId: this.projectId, ...page });
    }
  }

  /** R10: applies what continues the board, drops what is known, holds what is ahead. */
  private takeEarly(): void {
    this.early.sort((a, b) => a.from - b.from);
    let isMissing = false;
    while (this.early.length > 0) {
      const held = this.ports.cursor();
      const [range] = this.early;
      if (!held || !range) break;
      if (range.epoch !== held.epoch) {
        this.early.length = 0;
        void this.reset();
        return;
      }
      if (range.from > held.v + 1) {
        isMissing = true;
        break;
      }
      this.early.shift();
      if (range.to > held.v) this.ports.takeOps(range);
    }
    if (isMissing) this.holdThenCatchUp();
    else this.release();
  }

  private holdThenCatchUp(): void {
    if (this.cancelHold || this.stopped) return;
    this.cancelHold = this.ports.setTimer(() => {
      this.cancelHold = null;
      void this.catchUp();
    }, HOLD_MS);
  }

  private release(): void {
    this.cancelHold?.();
    this.cancelHold = null;
  }
}

/** The server does not let this user follow the board. */
export class SubscribeRefused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}
