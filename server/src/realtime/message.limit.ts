/** Messages of one socket that are heard in a second; more are ignored. */
const HEARD_PER_SECOND = 50;
/** A socket that sends more than this in a second is cut. */
const CUT_PER_SECOND = 500;
const WINDOW_MS = 1_000;

/** Counts one socket's messages (SPEC.md#bad-input). */
export class MessageLimit {
  private windowStart = 0;
  private count = 0;

  constructor(private readonly now: () => number) {}

  next(): 'hear' | 'ignore' | 'cut' {
    const now = this.now();
    if (now - this.windowStart >= WINDOW_MS) {
      this.windowStart = now;
      this.count = 0;
    }
    this.count++;
    if (this.count > CUT_PER_SECOND) return 'cut';
    return this.count > HEARD_PER_SECOND ? 'ignore' : 'hear';
  }
}
