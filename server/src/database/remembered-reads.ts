import type { ChangesOf } from './connect';
import { SharedReads } from './shared-reads';

/** Most answers of one kind that are kept, by weight; beyond that all are dropped. */
const MAX_KEPT = 20_000;

interface Options<Key, Value> {
  /** The only part of the collection that the answer depends on, where changes are counted by parts. */
  partOf?: (key: Key) => string;
  /** How much room an answer takes; 1 by default. */
  weigh?: (value: Value) => number;
}

/** Answers that are true while their part of the collection has this count of changes. */
interface Kept<Key, Value> {
  changes: number;
  values: Map<Key, Value>;
  weight: number;
}

/**
 * Shared reads that are not repeated while the data that they depend on is unchanged, where that can be known: the
 * answer is still never older than the request.
 */
export class RememberedReads<Key, Value> {
  private readonly reads: SharedReads<Key, Value>;
  private readonly kept = new Map<string | undefined, Kept<Key, Value>>();
  private weight = 0;

  /** @param collections that the answers depend on, all of which count changes by the same parts if any does */
  constructor(
    private readonly collections: readonly string[],
    private readonly changesOf: ChangesOf,
    readMany: (keys: readonly Key[]) => Promise<readonly Value[]>,
    private readonly options: Options<Key, Value> = {},
  ) {
    this.reads = new SharedReads(readMany);
  }

  async read(key: Key): Promise<Value> {
    const part = this.options.partOf?.(key);
    const changes = this.changes(part);
    if (changes === null) return this.reads.read(key);
    const kept = this.keptOf(part, changes);
    const known = kept.values.get(key);
    if (known !== undefined) return known;
    const value = await this.reads.read(key);
    // The count was read before the query began: any change since has raised it.
    if (this.kept.get(part) === kept && !kept.values.has(key)) this.keep(kept, key, value);
    return value;
  }

  /** Counts only rise: their sum is the same while each of them is. */
  private changes(part: string | undefined): number | null {
    let sum = 0;
    for (const collection of this.collections) {
      const changes = this.changesOf(collection, part);
      if (changes === null) return null;
      sum += changes;
    }
    return sum;
  }

  private keptOf(part: string | undefined, changes: number): Kept<Key, Value> {
    const known = this.kept.get(part);
    if (known?.changes === changes) return known;
    // The entry of a part takes room even without answers.
    this.weight += 1 - (known ? known.weight + 1 : 0);
    const kept = { changes, values: new Map<Key, Value>(), weight: 0 };
    this.kept.set(part, kept);
    return kept;
  }

  private keep(kept: Kept<Key, Value>, key: Key, value: Value): void {
    const weight = this.options.weigh?.(value) ?? 1;
    if (this.weight + weight > MAX_KEPT) {
      this.kept.clear();
      this.weight = 0;
      return;
    }
    kept.values.set(key, value);
    kept.weight += weight;
    this.weight += weight;
  }
}
