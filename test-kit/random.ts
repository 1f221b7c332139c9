/**
 * The seed of a random test: the one in SEED, or a new one. Say it in the test's title, so that a failure names the seed
 * that repeats it.
 */
export function seedOfRun(): number {
  const { SEED } = process.env;
  return SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
}

/** A stream of random numbers that a seed decides. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to but not including 1 (mulberry32). */
  readonly next = (): number => {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  /** A whole number from 0 up to but not including `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @throws when there is nothing to pick from */
  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  seed(): number {
    return this.below(2 ** 32);
  }

  /** A UUID v4. */
  readonly uuid = (): string => {
    const hex = Array.from({ length: 32 }, () => this.below(16).toString(16));
    hex[12] = '4';
    hex[16] = '89ab'[this.below(4)] ?? '8';
    const part = (from: number, to: number) => hex.slice(from, to).join('');
    return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
  };

  /** A separate stream, so that the draws of one part do not shift those of another. */
  fork(): Random {
    return new Random(this.seed());
  }
}
