import type { CatchUp } from '@livelane/shared/boards/board.schema';
import { isOpType } from '@livelane/shared/boards/op.types';
import type { BoardOps, SubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { BoardRead } from './board.reading';
import { boardRead, type OpsRange, opsReceived } from './board.slice';

/** How long early ops are held before the missing ones are requested (R10). */
const HOLD_MS = 1_000;

/** The held version of a board. */
export interface Cursor {
  epoch: string;
  v: number;
}

/** The environment of a follower. */
export interface FollowerPorts {
  userId: string;
  /** The store's present version of the board. */
  cursor(): Cursor | null;
  /** Null when the board is still at this version. */
  fetchBoard(held: Cursor | null): Promise<BoardRead | null>;
  fetchOps(since: Cursor): Promise<CatchUp>;
  /** Whether an answer to `fetchBoard` has contained the version up to which the user has seen the board. */
  isSeenKnown(): boolean;
  /** Null without a live connection. */
  subscribe(held: Cursor | null): Promise<SubscribeAnswer> | null;
  /** To the store. */
  dispatch(action: UnknownAction): unknown;
  /** Called with ops that continue the board, before they are applied. */
  onOps(ops: OpsRange['ops']): void;
  onError(error: unknown): void;
  /** Runs something before the next frame is painted. */
  beforePaint(run: () => void): void;
  setTimer(run: () => void, ms: number): () => void;
}

/** A follower's tasks, in the order in which waiting ones are done. */
const TASKS = ['join', 'reset', 'catchUp', 'poll'] as const;
type Task = (typeof TASKS)[number];

/**
 * Keeps one project's board in step with the server, whichever way its changes come: pushed, caught
 * up or polled (R9, R10, R12, R13). One request runs at a time; ops pushed meanwhile wait.
 */
export class BoardFollower {
  private readonly early: BoardOps[] = [];
  /** Ops that are applied before the next frame. */
  private taken: OpsRange[] = [];
  /** The request under way; null without one. */
  private work: { task: Task } | null = null;
  /** Work requested while other work was running; none of it may get lost. */
  private readonly waiting = new Set<Task>();
  private cancelHold: (() => void) | null = null;
  private isJoined = false;
  private stopped = false;

  constructor(
    readonly projectId: string,
    private readonly ports: FollowerPorts,
  ) {}

  /** Joins the live board, or reads it without a live connection. */
  join(): Promise<void> {
    return this.run('join');
  }

  /** The 60-second refetch: the answer is empty when nothing is new (R12). */
  poll(): Promise<void> {
    return this.run(this.unlessJoined('poll'));
  }

  /** Requests the missing changes, as ops if possible (R13). */
  catchUp(): Promise<void> {
    return this.run('catchUp');
  }

  /** The pending answer may never come: requests again, and ignores it if it does. */
  startOver(task: 'join' | 'catchUp'): Promise<void> {
    if (this.work) this.waiting.add(this.work.task);
    this.work = null;
    return this.run(task);
  }

  /** Takes pushed ops. */
  receive(range: BoardOps): void {
    this.early.push(range);
    if (!this.work) this.takeEarly();
  }

  /** The held board can't be continued. */
  reset(): Promise<void> {
    return this.run(this.unlessJoined('reset'));
  }

  /** The server has announced the board's version: a push may have been lost. */
  hint(v: number): void {
    const held = this.held();
    if (held && v > held.v) this.holdThenCatchUp();
  }

  stop(): void {
    this.stopped = true;
    this.cancelHold?.();
  }

  /** A tab whose subscription was refused or not answered is not live: reading is another chance to join. */
  private unlessJoined(task: Task): Task {
    return this.isJoined ? task : 'join';
  }

  private async run(task: Task): Promise<void> {
    if (this.stopped) return;
    if (this.work) {
      this.waiting.add(task);
      return;
    }
    const work = { task };
    this.work = work;
    this.waiting.delete(task);
    const isOver = () => this.stopped || this.work !== work;
    try {
      await this.perform(task, isOver);
    } catch (error) {
      if (!isOver()) this.ports.onError(error);
    }
    if (isOver()) return;
    this.work = null;
    this.takeEarly();
    const next = TASKS.find((each) => this.waiting.delete(each));
    if (!next) return;
    // Joining or reading again includes the other two.
    if (next !== 'poll') this.waiting.delete('poll');
    if (next !== 'catchUp') this.waiting.delete('catchUp');
    await this.run(next);
  }

  /** @param isOver true once the result is not wanted any more */
  private perform(task: Task, isOver: () => boolean): Promise<void> {
    switch (task) {
      case 'join':
        return this.subscribe(isOver);
      case 'reset':
        return this.readBoard(null, isOver);
      case 'catchUp':
        return this.readOps(isOver);
      case 'poll':
        return this.readBoard(this.held(), isOver);
    }
  }

  private async subscribe(isOver: () => boolean): Promise<void> {
    const held = this.held();
    this.isJoined = false;
    const answer = await this.ports.subscribe(held);
    if (isOver()) return;
    if (!answer) return this.readBoard(this.held(), isOver);
    this.isJoined = answer.ok;
    if (!answer.ok) throw new SubscribeRefused(answer.code);
    if (answer.mode === 'refetch') return this.readBoard(this.held(), isOver);
    if (answer.mode === 'delta' && answer.ops && held) {
      const { epoch, v, ops } = answer;
      this.take({ projectId: this.projectId, epoch, from: held.v + 1, to: v, ops });
    }
    // A stored board that only ops continue: a read is needed to know.
    if (!this.ports.isSeenKnown()) await this.readBoard(this.held(), isOver);
  }

  private async readBoard(held: Cursor | null, isOver: () => boolean): Promise<void> {
    const board = await this.ports.fetchBoard(held);
    if (!board || isOver()) return;
    this.applyTaken();
    this.ports.dispatch(boardRead(board));
  }

  private async readOps(isOver: () => boolean): Promise<void> {
    const held = this.held();
    if (!held) return this.readBoard(null, isOver);
    const page = await this.ports.fetchOps(held);
    if (isOver()) return;
    if ('reset' in page) await this.readBoard(null, isOver);
    else if (page.ops.length > 0) {
      this.take({ projectId: this.projectId, ...page });
    }
  }

  /** R10: applies ops that continue the board, drops known ones, holds early ones. */
  private takeEarly(): void {
    this.early.sort((a, b) => a.from - b.from);
    let isMissing = false;
    while (this.early.length > 0) {
      const held = this.ahead();
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
      if (range.to > held.v && !this.take(range)) return;
    }
    if (isMissing) this.holdThenCatchUp();
    else this.release();
  }

  /** R21: ops of a later version can't be guessed, so the board is read again. @returns whether ops were taken */
  private take(range: OpsRange): boolean {
    const isKnown = range.ops.every(({ type }) => type === 'noop' || isOpType(type));
    if (isKnown) this.apply(range);
    else void this.reset();
    return isKnown;
  }

  /** All ops of one frame become one dispatch. */
  private apply(range: OpsRange): void {
    const { userId, onOps, beforePaint } = this.ports;
    onOps(range.ops);
    if (this.taken.length === 0) beforePaint(() => this.applyTaken());
    this.taken.push({ ...range, userId });
  }

  private applyTaken(): void {
    const ranges = this.taken;
    if (ranges.length === 0) return;
    this.taken = [];
    this.ports.dispatch(opsReceived(ranges));
  }

  private held(): Cursor | null {
    this.applyTaken();
    return this.ports.cursor();
  }

  /** The version that will be held once the taken ops are applied. */
  private ahead(): Cursor | null {
    const held = this.ports.cursor();
    const last = this.taken.at(-1);
    return last && last.epoch === held?.epoch && last.to > held.v ? { epoch: last.epoch, v: last.to } : held;
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
