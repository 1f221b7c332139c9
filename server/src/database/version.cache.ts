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
  /** The part of a document to cache, as it is now; null for an unknown one. */
  load(id: string): Promise<Kept | null>;
  /** How much room it takes, as a number of entries. */
  weigh(kept: Kept): number;
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
  private readonly loads: SharedReads<string, Kept | null>;
  private readonly kept: LRUCache<string, Kept>;

  constructor(source: Source<Kept>, changesOf: ChangesOf) {
    this.revs = new RememberedReads([source.collection], changesOf, async (ids) => {
      const found = new Map((await source.revsOf(ids)).map(({ id, rev }) => [id, rev]));
      return ids.map((id) => found.get(id) ?? null);
    });
    this.loads = new SharedReads((ids) => Promise.all(ids.map((id) => source.load(id))));
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
    const loaded = await this.loads.read(id);
    if (loaded) this.kept.set(id, loaded);
    return loaded;
  }

  /** The document as last read, which may be long ago: a hint. */
  last(id: string): Kept | undefined {
    return this.kept.peek(id);
  }
}
