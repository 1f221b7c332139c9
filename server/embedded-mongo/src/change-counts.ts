/** Counts that there are; what meets in one of them shares it, and each raises it for both. */
const COUNTS = 4_096;

/** By the name of a collection, in whatever database: the field by whose values its changes are counted as well. */
export type CountedBy = Readonly<Record<string, string>>;

/**
 * One number per collection, in memory that the database's thread shares with the one that started it. It changes
 * before a change of a document in the collection is answered: while it stays the same, data read from the
 * collection is still current. Collections can have such a number for each value of a field, too.
 */
export class ChangeCounts {
  private readonly counts: Int32Array;
  private readonly noted = new Set<number>();
  private isAllNoted = false;

  constructor(
    readonly memory = new SharedArrayBuffer(COUNTS * Int32Array.BYTES_PER_ELEMENT),
    private readonly countedBy: CountedBy = {},
  ) {
    this.counts = new Int32Array(memory);
  }

  /**
   * @param namespace database and collection: `app.users`
   * @param value of the field by which the collection is counted; otherwise the whole collection counts
   */
  of(namespace: string, value?: string): number {
    const isCounted = value !== undefined && this.fieldOf(namespace) !== undefined;
    return Atomics.load(this.counts, indexOf(isCounted ? partOf(namespace, value) : namespace));
  }

  /** A document of the collection changes with the transaction that is running: as it was, as it will be. */
  note(namespace: string, ...documents: ReadonlyMap<string, unknown>[]): void {
    this.noted.add(indexOf(namespace));
    const field = this.fieldOf(namespace);
    if (field === undefined) return;
    for (const document of documents) {
      const value = document.get(field);
      if (typeof value === 'string') this.noted.add(indexOf(partOf(namespace, value)));
    }
  }

  /** Documents change without being read one by one. */
  noteAll(): void {
    this.isAllNoted = true;
  }

  /** Raises the counts of noted changes, which readers may see from now on; to be called before any answer is sent. */
  publish(): void {
    if (this.isAllNoted) this.raiseAll();
    else for (const index of this.noted) Atomics.add(this.counts, index, 1);
    this.noted.clear();
    this.isAllNoted = false;
  }

  /** Anything may have changed: a thread before this one died. */
  raiseAll(): void {
    for (let index = 0; index < COUNTS; index++) Atomics.add(this.counts, index, 1);
  }

  private fieldOf(namespace: string): string | undefined {
    return this.countedBy[namespace.slice(namespace.indexOf('.') + 1)];
  }
}

const partOf = (namespace: string, value: string): string => `${namespace} ${value}`;

/** FNV-1a. */
function indexOf(namespace: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < namespace.length; index++) {
    hash = Math.imul(hash ^ namespace.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % COUNTS;
}
