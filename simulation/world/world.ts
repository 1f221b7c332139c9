import { Random } from '../../test-kit/random';

/** When every simulation begins, milliseconds since 1970. */
const START_MS = Date.UTC(2026, 0, 5, 9);

interface Event {
  at: number;
  order: number;
  run: () => void;
  isCancelled: boolean;
}

/**
 * Time and randomness of one simulation. Only events of the queue happen, one after another; between two of
 * them all consequences of the first run to their end.
 */
export class World {
  readonly random: Random;
  private time = START_MS;
  private readonly queue = new Heap();
  private lastOrder = 0;
  private stopped = false;

  constructor(
    readonly seed: number,
    /** Whether work is running outside the queue. */
    private readonly isBusy: () => boolean = () => false,
  ) {
    this.random = new Random(seed);
  }

  readonly now = (): number => this.time;

  /** Milliseconds since the start. */
  get elapsed(): number {
    return this.time - START_MS;
  }

  /** Runs something later. @returns cancels it */
  after(ms: number, run: () => void): () => void {
    const event = { at: this.time + Math.max(0, ms), order: ++this.lastOrder, run, isCancelled: false };
    this.queue.push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  /** Lets all happen that is due within `ms`; ends early once `isOver` says so. */
  async advance(ms: number, isOver: () => boolean = () => false): Promise<void> {
    const end = this.time + ms;
    await this.rest();
    while (!this.stopped && !isOver()) {
      const event = this.queue.peek();
      if (!event || event.at > end) break;
      this.queue.pop();
      if (event.isCancelled) continue;
      this.time = event.at;
      event.run();
      await this.rest();
    }
    if (!isOver()) this.time = end;
  }

  /** Nothing happens from here on. */
  stop(): void {
    this.stopped = true;
  }

  private async rest(): Promise<void> {
    do await nextTurn();
    while (this.isBusy());
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** The earliest event first; events of one moment in the order in which they were scheduled. */
class Heap {
  private readonly events: Event[] = [];

  peek(): Event | undefined {
    return this.events[0];
  }

  push(event: Event): void {
    const { events } = this;
    let at = events.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isBefore(at, parent)) break;
      this.swap(at, parent);
      at = parent;
    }
  }

  pop(): void {
    const { events } = this;
    const last = events.pop();
    if (!last || events.length === 0) return;
    events[0] = last;
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let first = at;
      if (left < events.length && this.isBefore(left, first)) first = left;
      if (right < events.length && this.isBefore(right, first)) first = right;
      if (first === at) return;
      this.swap(at, first);
      at = first;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.events[a], this.events[b]];
    if (!one || !other) return false;
    return one.at !== other.at ? one.at < other.at : one.order < other.order;
  }

  private swap(a: number, b: number): void {
    const { events } = this;
    const [one, other] = [events[a], events[b]];
    if (!one || !other) return;
    events[a] = other;
    events[b] = one;
  }
}
