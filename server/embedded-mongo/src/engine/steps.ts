import { ErrorCode, MongoServerFault } from '../errors';
import { systemClock } from './clock';

/**
 * A command's work. It runs synchronously; where it may take long it yields, and continues in a later turn of the event
 * loop, so that no scan stalls other clients. Between two steps the store may have changed.
 */
export type Steps<T> = Generator<void, T, void>;

/** How long one step may work before it should rest. */
const STEP_MS = 4;
/** Reading the clock costs time: it is done once per this many units of work. */
const CLOCK_EVERY = 32;

/**
 * A step of a command that writes ends after this many units even if it was quick: its changes must be committed in
 * one go, and that takes the longer the more pages it touched.
 */
const WRITE_STEP_UNITS = 256;

/** Tells a long piece of work when to rest and when its time (maxTimeMS) is up. */
export class Pace {
  private units = 0;
  private unitsOfStep = 0;
  private stepEnds = 0;

  /**
   * @param writes the command may write.
   * @param deadline ticks at which the command must fail with code 50; undefined for no limit.
   */
  constructor(
    private readonly writes: boolean,
    private readonly ticks = systemClock.ticks,
    private readonly deadline?: number,
  ) {}

  /** To be called when a step begins. */
  begin(): void {
    this.stepEnds = this.ticks() + STEP_MS;
    this.units = 0;
    this.unitsOfStep = 0;
  }

  /** Counts one unit of work (about a document); true when it is time to yield. */
  tired(): boolean {
    this.units += 1;
    if (this.units < CLOCK_EVERY) return false;
    this.units = 0;
    this.unitsOfStep += CLOCK_EVERY;
    const over = this.over();
    return over || (this.writes && this.unitsOfStep >= WRITE_STEP_UNITS);
  }

  /** Like `tired`, but looks at the clock every time: for units of unknown weight. */
  over(): boolean {
    const now = this.ticks();
    if (this.deadline !== undefined && now > this.deadline) {
      throw new MongoServerFault(ErrorCode.MaxTimeMSExpired, 'operation exceeded time limit');
    }
    return now > this.stepEnds;
  }
}
