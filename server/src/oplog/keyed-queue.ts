/** Runs the work of each key one after another, and that of different keys side by side. */
export class KeyedQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key) ?? Promise.resolve();
    const current = before.then(work, work);
    const settled = current.catch(() => undefined);
    this.tails.set(key, settled);
    try {
      return await current;
    } finally {
      if (this.tails.get(key) === settled) this.tails.delete(key);
    }
  }
}
