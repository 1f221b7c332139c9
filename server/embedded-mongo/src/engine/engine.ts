import { ChangeCounts } from '../change-counts';
import { MongoServerFault } from '../errors';
import { PlanReader } from '../planner/reader';
import { Catalogue } from '../storage/catalogue';
import { type Collection, checkAlive, type Index } from '../storage/collection';
import { commitFault } from '../storage/commit-fault';
import { Documents } from '../storage/documents';
import { Garbage } from '../storage/garbage';
import type { Store } from '../storage/store';
import { decodeDocument, encodeDocument } from '../values/codec';
import type { Doc } from '../values/value';
import { systemClock } from './clock';
import { Cursors } from './cursors';
import { expireDocuments, hasTtlIndex } from './expiry';
import { Scheduler } from './scheduler';
import { Pace, type Steps } from './steps';

/** Documents counted between two looks at the clock. */
const COUNT_PIECE = 256;

/** Everything that commands work with. */
export class Engine {
  readonly catalogue: Catalogue;
  readonly documents: Documents;
  readonly garbage: Garbage;
  readonly cursors = new Cursors();
  readonly scheduler: Scheduler;
  readonly startedAt = Date.now();
  /** How often each command ran, for serverStatus. */
  readonly commandCounts = new Map<string, number>();
  /** Open client connections; the listener sets it. */
  connections: () => number = () => 0;
  private sweeping = false;
  private readonly building = new WeakSet<Index>();
  private readonly finishing = new Set<Promise<void>>();

  constructor(
    readonly store: Store,
    private readonly folder: string,
    private readonly changes = new ChangeCounts(),
    readonly clock = systemClock,
  ) {
    this.catalogue = new Catalogue(store);
    this.documents = new Documents(store, this.catalogue, changes);
    this.garbage = new Garbage(store);
    this.scheduler = new Scheduler(
      store,
      {
        committed: () => changes.publish(),
        afterFailedCommit: (error) => {
          this.catalogue.load();
          return commitFault(folder, error);
        },
      },
      clock.ticks,
    );
  }

  /** Continues work that a crash interrupted. */
  recover(): void {
    for (const collection of this.catalogue.all()) {
      const unfinished = collection.indexes.filter((index) => !index.ready);
      for (const index of unfinished) this.store.transaction(() => this.dropIndex(collection, index));
    }
    if (this.garbage.waiting) this.sweep();
    this.store.rest();
  }

  /**
   * Inserts stop before the disk is full: whoever inserts into a log and then updates what follows from it must not find
   * room for the first alone.
   * @throws MongoServerFault 14031, or 100 as `ensureKept`
   */
  ensureRoomForInserts(): void {
    this.assert(() => this.store.ensureRoomForInserts());
  }

  /** @throws MongoServerFault 100 if the data file was removed */
  ensureKept(): void {
    this.assert(() => this.store.ensureKept());
  }

  private assert(check: () => void): void {
    try {
      check();
    } catch (error) {
      throw commitFault(this.folder, error);
    }
  }

  /** Number of documents of a collection; counted once, kept up to date afterwards. Throws 175 if it is dropped meanwhile. */
  *countOf(collection: Collection, pace: Pace): Steps<number> {
    for (;;) {
      checkAlive(collection);
      // A commit that fails takes it away; whoever else counts goes on with it.
      collection.counted ??= { documents: 0, before: collection.prefix };
      const { counted } = collection;
      if (counted.before === collection.end) return counted.documents;
      const { keys, next } = this.store.count(counted.before, collection.end, COUNT_PIECE);
      counted.documents += keys;
      counted.before = next;
      if (pace.over()) yield;
    }
  }

  dropCollection(collection: Collection): void {
    this.catalogue.remove(collection);
    this.changes.noteAll();
    this.garbage.add(collection.prefix);
    for (const index of collection.indexes) this.garbage.add(index.prefix);
    this.cursors.killWhere((cursor) => cursor.namespace === collection.namespace);
    this.sweep();
  }

  dropIndex(collection: Collection, index: Index): void {
    this.catalogue.removeIndex(collection, index);
    this.garbage.add(index.prefix);
    this.sweep();
  }

  /** Whether a command fills this index. One that is not ready otherwise was left by a commit that failed. */
  isBuilding(index: Index): boolean {
    return this.building.has(index);
  }

  /** Adds an index and fills it; while it is filled, writes keep it up to date and queries leave it alone. */
  *buildIndex(collection: Collection, spec: Doc, pace: Pace): Steps<void> {
    const index = this.catalogue.addIndex(collection, spec);
    this.building.add(index);
    try {
      const access = {
        kind: 'documents' as const,
        ranges: [{ start: collection.prefix, end: collection.end }],
        reverse: false,
      };
      const reader = new PlanReader(this.store, collection, access);
      for (let piece = reader.read(); piece.length > 0; piece = reader.read()) {
        for (const { id } of piece) {
          const raw = index.dropped ? undefined : this.documents.read(collection, id);
          if (raw) this.documents.addToIndex(collection, index, id, decodeDocument(raw));
          if (pace.tired()) yield;
        }
      }
      this.catalogue.indexReady(collection, index);
    } catch (error) {
      if (!(error instanceof MongoServerFault)) throw error;
      if (!index.dropped && !collection.dropped) this.dropIndex(collection, index);
      // The removal must be committed before the fault ends the command, or it would be taken back with it.
      yield;
      throw error;
    } finally {
      this.building.delete(index);
    }
  }

  /** Bytes of all documents of a database, or of all databases. Indexes are not counted. */
  *sizeOf(pace: Pace, database?: string): Steps<number> {
    let bytes = 0;
    for (const collection of [...this.catalogue.all()]) {
      if (collection.dropped || (database !== undefined && collection.database !== database)) continue;
      bytes += (yield* this.countOf(collection, pace)) * this.averageSize(collection);
    }
    return Math.round(bytes);
  }

  /** Mean size of a few documents: exact sizes would need a scan. */
  private averageSize(collection: Collection): number {
    const sample = this.store.range({ start: collection.prefix, end: collection.end, limit: 16 });
    const bytes = sample.reduce((sum, entry) => sum + entry.value.length, 0);
    return sample.length > 0 ? bytes / sample.length : 0;
  }

  /** Removes what TTL indexes say is over, beside the commands. */
  expireDocuments(): void {
    const engine = this;
    if (!hasTtlIndex(engine)) return;
    this.background(function* (pace) {
      yield* expireDocuments(engine, engine.clock.now(), pace);
    });
  }

  private sweep(): void {
    if (this.sweeping) return;
    this.sweeping = true;
    this.background(this.garbage.sweep.bind(this.garbage), () => {
      this.sweeping = false;
    });
  }

  /** Keeps track of work outside the event loop. */
  finish(work: Promise<void>): void {
    this.finishing.add(work);
    void work.finally(() => this.finishing.delete(work));
  }

  /** Resolves when the work outside the event loop is over, and its replies are on their way. */
  async finished(): Promise<void> {
    await Promise.allSettled(this.finishing);
  }

  /** Runs work that nobody waits for, as one more command among the others. */
  background(work: (pace: Pace) => Steps<void>, finished: (error?: unknown) => void = () => {}): void {
    const pace = new Pace(true, this.clock.ticks);
    this.scheduler.submit({
      writes: true,
      isAwaited: false,
      isRepeatable: false,
      pace,
      *start() {
        yield* work(pace);
        return EMPTY;
      },
      done: () => finished(),
      failed: finished,
    });
  }
}

const EMPTY = encodeDocument(new Map());
