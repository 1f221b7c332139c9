/** Limits how many pieces of one kind of work run at once; the others wait in order. */
export class Semaphore {
  private running = 0;
  private readonly queue: Array<() => void> = [];

  constructor(private readonly atOnce: number) {}

  /** How many wait. */
  get waiting(): number {
    return this.queue.length;
  }

  /** @throws whatever `work` throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running--;
    }
  }
}
