/** Longest time that has a place of its own; longer ones count as this. */
const LONGEST_MS = 20_000;

/** Times in steps of a millisecond, however many. */
export class Times {
  private readonly counts = new Uint32Array(LONGEST_MS + 1);
  private total = 0;

  add(ms: number): void {
    const step = Math.min(LONGEST_MS, Math.ceil(ms));
    this.counts[step] = (this.counts[step] ?? 0) + 1;
    this.total++;
  }

  get count(): number {
    return this.total;
  }

  /** The time that this part of all times stays below, in milliseconds; 0 when there are none. */
  quantile(part: number): number {
    let left = Math.ceil(this.total * part);
    for (let ms = 0; ms <= LONGEST_MS; ms++) {
      left -= this.counts[ms] ?? 0;
      if (left <= 0) return ms;
    }
    return LONGEST_MS;
  }
}
