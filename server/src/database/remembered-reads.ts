import type { ChangesOf } from './connect';
import { SharedReads } from './shared-reads';

/** Answers that are kept at most, of one kind; then all of them are forgotten. */
const MAX_KEPT = 20_000;

/**
 * Shared reads of one collection that are not asked again while nothing in it has changed, where that can be
 * known: the answer is still never older than the question.
 */
export class RememberedReads<Key, Value> {
  private readonly reads: SharedReads<Key, Value>;
  private readonly kept = new Map<Key, Value>();
  /** The count of changes that everything in `kept` is of. */
  private keptAt: number | null = null;

  constructor(
    private readonly collection: string,
    private readonly changesOf: ChangesOf,
    readMany: (keys: readonly Key[]) => Promise<readonly Value[]>,
  ) {
    this.reads = new SharedReads(readMany);
  }

  async read(key: Key): Promise<Value> {
    const changes = this.changesOf(this.collection);
    if (changes === null) return this.reads.read(key);
    if (changes !== this.keptAt) {
      this.kept.clear();
      this.keptAt = changes;
    }
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const value = await this.reads.read(key);
    // The query began after the count was looked at: a change since then has raised it.
    if (this.keptAt === changes) this.keep(key, value);
    return value;
  }

  private keep(key: Key, value: Value): void {
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    this.kept.set(key, value);
  }
}
