interface Waiting<Value> {
  answer: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Reads that are requested at about the same time go to the database together. A read never begins
 * before it is requested, so nobody gets a value that is older than their request: one query runs at
 * a time, and requests that come meanwhile wait for the next one. A single request never waits.
 */
export class SharedReads<Key, Value> {
  private waiting = new Map<Key, Waiting<Value>>();
  private reading = false;

  /** @param readMany answers every key that it is given, in their order */
  constructor(private readonly readMany: (keys: readonly Key[]) => Promise<readonly Value[]>) {}

  read(key: Key): Promise<Value> {
    const known = this.waiting.get(key);
    if (known) return known.answer;
    const waiting = deferred<Value>();
    this.waiting.set(key, waiting);
    if (!this.reading) {
      this.reading = true;
      // At the end of this turn: requests for other keys in it are included.
      queueMicrotask(() => void this.run());
    }
    return waiting.answer;
  }

  private async run(): Promise<void> {
    while (this.waiting.size > 0) {
      const asked = this.waiting;
      this.waiting = new Map();
      try {
        const values = await this.readMany([...asked.keys()]);
        let index = 0;
        for (const { resolve } of asked.values()) resolve(values[index++] as Value);
      } catch (error) {
        for (const { reject } of asked.values()) reject(error);
      }
    }
    this.reading = false;
  }
}

function deferred<Value>(): Waiting<Value> {
  let resolve!: Waiting<Value>['resolve'];
  let reject!: Waiting<Value>['reject'];
  const answer = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { answer, resolve, reject };
}
