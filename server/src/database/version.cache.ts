import { LRUCache } from 'lru-cache';
import type { ChangesOf } from './connect';
import { RememberedReads } from './remembered-reads';
import { SharedReads } from './shared-reads';

/** A document whose `rev` rises with every change of its cached part. */
export interface Versioned {
  id: string;
  rev: number;
}

export interface Source<Kept extends Versioned> {
  /** Where the documents are. */
  collection: string;
  /** The present `rev` of each of these documents; unknown ones are left out. */
  revsOf(ids: readonly string[]): Promise<ReadonlyArray<{ id: string; rev: number }>>;
  /**
   * The part of a document to cache; null for an unknown one.
   * @param isLasting as the majority of the replica set has it, which no fail-over undoes; else as it is now
   */
  load(id: string, isLasting: boolean): Promise<Kept | null>;
  /** How much room it takes, as a number of entries. */
  weigh(kept: Kept): number;
  /** Called with each document that was read again. */
  onLoaded?: ((kept: Kept) => void) | undefined;
}

/** Most entries of one cache; the least recently used are evicted first. */
const MAX_ENTRIES = 50_000;

/**
 * Keeps documents in memory that are needed again and again. Each request reads the document's `rev` from the
 * database, unless nothing there has changed, and uses the cached document only if its `rev` is the same: answers are
 * never older than the request.
 */
export class VersionCache<Kept extends Versioned> {
  private readonly revs: RememberedReads<string, number | null>;
  private readonly lasting: SharedReads<string, Kept | null>;
  private readonly latest: SharedReads<string, Kept | null>;
  private readonly onLoaded: Source<Kept>['onLoaded'];
  private readonly kept: LRUCache<string, Kept>;

  constructor(source: Source<Kept>, changesOf: ChangesOf) {
    this.revs = new RememberedReads([source.collection], changesOf, async (ids) => {
      const found = new Map((await source.revsOf(ids)).map(({ id, rev }) => [id, rev]));
      return ids.map((id) => found.get(id) ?? null);
    });
    const loading = (isLasting: boolean) =>
      new SharedReads<string, Kept | null>((ids) => Promise.all(ids.map((id) => source.load(id, isLasting))));
    this.lasting = loading(true);
    this.latest = loading(false);
    this.onLoaded = source.onLoaded;
    this.kept = new LRUCache({
      maxSize: MAX_ENTRIES,
      // A document that is larger than the whole cache is kept alone.
      sizeCalculation: (kept) => Math.min(source.weigh(kept), MAX_ENTRIES),
    });
  }

  /** The document as it is now; null for an unknown one. */
  async current(id: string): Promise<Kept | null> {
    const rev = await this.revs.read(id);
    const kept = this.kept.get(id);
    if (rev !== null && kept?.rev === rev) return kept;
    this.kept.delete(id);
    if (rev === null) return null;
    // A change that a fail-over undoes has the `rev` of the next one: what it left must not be taken for that later.
    const lasting = await this.lasting.read(id);
    const loaded = lasting && lasting.rev >= rev ? lasting : await this.latest.read(id);
    // Others who waited for the same read may have been here before.
    if (!loaded || this.kept.get(id) === loaded) return loaded;
    if (loaded === lasting) this.kept.set(id, loaded);
    this.onLoaded?.(loaded);
    return loaded;
  }

  /** The document as last read, which may be long ago: a hint. */
  last(id: string): Kept | undefined {
    return this.kept.peek(id);
  }
}
