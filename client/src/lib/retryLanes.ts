/** The longest pauses before another attempt (R18): doubled each time; between half and all of it is taken, at random. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

/** Another attempt is needed, not sooner than after this time. */
export interface Retry {
  afterMs?: number | undefined;
}

/**
 * Tries a piece of work once. Never throws.
 * @param isRepeated it has been tried before
 * @param isOver true once the result of this attempt no longer counts
 * @returns null when nothing is left to do
 */
export type Attempt = (isRepeated: boolean, isOver: () => boolean) => Promise<Retry | null>;

interface Lane {
  waiting: Attempt[];
  /** The running attempt; null without one. */
  underWay: symbol | null;
  attempts: number;
  cancelPause: (() => void) | null;
}

interface Ports {
  setTimer(run: () => void, ms: number): () => void;
  random(): number;
}

/** Work in lanes: one piece at a time in each, in order, repeated until it is done. */
export class RetryLanes {
  private readonly lanes = new Map<string, Lane>();
  private stopped = false;

  constructor(private readonly ports: Ports) {}

  add(key: string, attempt: Attempt): void {
    let lane = this.lanes.get(key);
    if (!lane) {
      lane = { waiting: [], underWay: null, attempts: 0, cancelPause: null };
      this.lanes.set(key, lane);
    }
    lane.waiting.push(attempt);
    void this.work(lane);
  }

  /** Ends all pauses. */
  wake(): void {
    for (const lane of this.lanes.values()) {
      lane.cancelPause?.();
      lane.cancelPause = null;
      void this.work(lane);
    }
  }

  /** Ends all pauses, and restarts running attempts. */
  startOver(): void {
    for (const lane of this.lanes.values()) {
      if (lane.underWay) lane.attempts++;
      lane.underWay = null;
    }
    this.wake();
  }

  stop(): void {
    this.stopped = true;
    for (const lane of this.lanes.values()) lane.cancelPause?.();
    this.lanes.clear();
  }

  private async work(lane: Lane): Promise<void> {
    if (lane.underWay || lane.cancelPause) return;
    const underWay = Symbol('attempt');
    lane.underWay = underWay;
    const isOver = () => this.stopped || lane.underWay !== underWay;
    for (let attempt = lane.waiting[0]; attempt; attempt = lane.waiting[0]) {
      const retry = await attempt(lane.attempts > 0, isOver);
      if (isOver()) return;
      if (retry) {
        lane.underWay = null;
        this.pause(lane, retry);
        return;
      }
      lane.attempts = 0;
      lane.waiting.shift();
    }
    lane.underWay = null;
  }

  private pause(lane: Lane, { afterMs = 0 }: Retry): void {
    const backOff = Math.min(FIRST_RETRY_MS * 2 ** lane.attempts, MAX_RETRY_MS);
    lane.attempts++;
    lane.cancelPause = this.ports.setTimer(
      () => {
        lane.cancelPause = null;
        void this.work(lane);
      },
      Math.max(afterMs, backOff * (0.5 + this.ports.random() / 2)),
    );
  }
}
