/** Counts that there are; collections whose names meet in one of them share it, and each raises it for both. */
const COUNTS = 4_096;

/**
 * One number per collection, in memory that the database's thread shares with the one that started it. It has
 * changed before anyone who changed a document of the collection is answered: while it stays the same, what was
 * read of the collection is still true.
 */
export class ChangeCounts {
  private readonly counts: Int32Array;
  private readonly noted = new Set<number>();

  constructor(readonly memory = new SharedArrayBuffer(COUNTS * Int32Array.BYTES_PER_ELEMENT)) {
    this.counts = new Int32Array(memory);
  }

  /** @param namespace database and collection: `app.users` */
  of(namespace: string): number {
    return Atomics.load(this.counts, indexOf(namespace));
  }

  /** A document of the collection changes with the transaction that is running. */
  note(namespace: string): void {
    this.noted.add(indexOf(namespace));
  }

  /** What was noted may be there for readers from now on; to be called before any answer goes out. */
  publish(): void {
    for (const index of this.noted) Atomics.add(this.counts, index, 1);
    this.noted.clear();
  }

  /** Anything may have changed: a thread before this one died. */
  raiseAll(): void {
    for (let index = 0; index < COUNTS; index++) Atomics.add(this.counts, index, 1);
  }
}

/** FNV-1a. */
function indexOf(namespace: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < namespace.length; index++) {
    hash = Math.imul(hash ^ namespace.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % COUNTS;
}
