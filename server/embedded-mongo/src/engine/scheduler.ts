import type { Store } from '../storage/store';
import { systemClock } from './clock';
import type { Pace, Steps } from './steps';

/** One command on its way through the engine. */
export interface Task {
  readonly writes: boolean;
  /** False if any of its steps may be its last. */
  readonly isAwaited: boolean;
  /** True if it can begin again: it writes nothing, and moves no cursor. */
  readonly isRepeatable: boolean;
  readonly pace: Pace;
  /** Begins the work; called within the first step. */
  start(): Steps<Uint8Array>;
  /** Called once, after the transaction that the last step was part of is on disk. */
  done(reply: Uint8Array): void;
  failed(error: unknown): void;
}

interface Running {
  readonly task: Task;
  readonly steps: Steps<Uint8Array>;
}

type Outcome = () => void;

interface Hooks {
  /** A transaction has been committed, or has failed in a way that leaves that open; its replies follow. */
  committed(): void;
  /** Brings state in memory back in line with the store; answers the error to show. */
  afterFailedCommit(error: unknown): unknown;
}

/** A turn takes no further command after this time; what waits comes in the next one. */
const TURN_MS = 12;

/**
 * Group commit: everything that arrived by one turn of the event loop runs in one transaction, which is synced once;
 * then all its replies go out. Commands that rest between steps go on one at a time, in turns of their own.
 */
export class Scheduler {
  private fresh: Task[] = [];
  private resting: Running[] = [];
  private scheduled = false;
  private ending = false;
  private restedLast = false;
  private readonly idleWaiters: (() => void)[] = [];

  constructor(
    private readonly store: Store,
    private readonly hooks: Hooks,
    private readonly ticks = systemClock.ticks,
  ) {}

  submit(task: Task): void {
    if (this.ending && !task.isAwaited) return;
    this.fresh.push(task);
    this.schedule();
  }

  /** Commands that were begun or wait to be. */
  get active(): number {
    return this.fresh.length + this.resting.length;
  }

  /** Resolves when every command that was submitted has been answered. */
  idle(): Promise<void> {
    if (this.active === 0 && !this.scheduled) return Promise.resolve();
    return new Promise((resolve) => this.idleWaiters.push(resolve));
  }

  /** Leaves off what nobody waits for, and resolves when every command that was submitted has been answered. */
  end(): Promise<void> {
    this.ending = true;
    this.fresh = this.fresh.filter((task) => task.isAwaited);
    this.resting = this.resting.filter(({ task }) => task.isAwaited);
    return this.idle();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.turn();
      if (this.active > 0) this.schedule();
      else for (const resolve of this.idleWaiters.splice(0)) resolve();
    });
  }

  private turn(): void {
    // New commands come first, but never twice in a row: a long one continues in every second turn at least.
    const waits = this.fresh.length > 0 && this.restedLast;
    const rested = waits ? undefined : this.resting.shift();
    this.restedLast = rested !== undefined;
    const tasks: Task[] = rested ? [rested.task] : [];
    const outcomes: Outcome[] = [];
    const work = () => {
      const ends = this.ticks() + TURN_MS;
      if (rested) {
        this.advance(rested.task, rested.steps, outcomes);
        return;
      }
      for (let task = this.fresh.shift(); task; task = this.fresh.shift()) {
        tasks.push(task);
        this.advance(task, undefined, outcomes);
        if (this.ticks() > ends) break;
      }
    };
    try {
      if (rested ? rested.task.writes : this.fresh.some((task) => task.writes)) this.store.transaction(work);
      else work();
    } catch (error) {
      const ended = this.resting.filter((running) => tasks.includes(running.task));
      if (rested) ended.push(rested);
      this.resting = this.resting.filter((running) => !ended.includes(running));
      // A transaction that could not even begin has taken no command.
      if (tasks.length === 0) tasks.push(...this.fresh.splice(0));
      const shown = this.hooks.afterFailedCommit(error);
      for (const { steps } of ended) abandon(steps);
      outcomes.length = 0;
      // What only reads need not fail because others could not write.
      for (const task of tasks)
        if (task.isRepeatable) this.advance(task, undefined, outcomes);
        else outcomes.push(() => task.failed(shown));
    } finally {
      this.hooks.committed();
      this.store.rest();
    }
    for (const outcome of outcomes) outcome();
  }

  private advance(task: Task, steps: Steps<Uint8Array> | undefined, outcomes: Outcome[]): void {
    task.pace.begin();
    try {
      this.store.step(() => {
        const going = steps ?? task.start();
        const result = going.next();
        if (result.done) outcomes.push(() => task.done(result.value));
        else this.resting.push({ task, steps: going });
      });
    } catch (error) {
      outcomes.push(() => task.failed(error));
    }
  }
}

/** Lets work that will not go on release what it holds. */
function abandon(steps: Steps<Uint8Array>): void {
  const reason = new Error('its transaction failed');
  try {
    steps.throw(reason);
  } catch (error) {
    if (error !== reason) throw error;
  }
}
