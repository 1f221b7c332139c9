import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { makeFolder } from '../make-folder';
import { Room } from './room';

/** Address space that the data file may grow into, in bytes; the file itself grows only as needed. */
const MAP_BYTES = 64 * 2 ** 30;

/** A read of a range ends early when it holds this many bytes. */
const MAX_RANGE_BYTES = 4 * 1024 * 1024;

/** One entry of the ordered key space. */
export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

export interface RangeOptions {
  /** First key, inclusive (exclusive with `after`). */
  readonly start: Buffer;
  /** Key to stop before. */
  readonly end: Buffer;
  readonly limit: number;
  /** From the end to the start; `start` and `end` keep their meaning as lower and upper bound. */
  readonly reverse?: boolean;
}

/**
 * The one ordered binary key space, over one LMDB environment.
 *
 * Writes happen inside `transaction`, which commits (and syncs) once at its end. Within it a journal remembers what
 * each write replaced, so that a command that fails in its middle can be taken back without losing the commands that
 * share its transaction.
 */
export class Store {
  private readonly db: RootDatabase<Buffer, Buffer>;
  private journal: (() => void)[] = [];
  private readonly room: Room;
  private writes = 0;
  private bytes = 0;

  constructor(path: string, options: { relaxed: boolean }) {
    this.db = open<Buffer, Buffer>({
      path,
      noSubdir: true,
      encoding: 'binary',
      keyEncoding: 'binary',
      cache: false,
      compression: false,
      mapSize: MAP_BYTES,
      // The commit itself must sync: only then may a reply go out.
      overlappingSync: false,
      noSync: options.relaxed,
    });
    this.room = new Room(path, this.statistics().pageSize, () => this.statistics().lastPageNumber);
  }

  get(key: Buffer): Buffer | undefined {
    return this.db.getBinary(key);
  }

  has(key: Buffer): boolean {
    return this.db.getBinaryFast(key) !== undefined;
  }

  /**
   * Entries of a range in key order, read at once: no LMDB cursor stays open. There may be fewer than `limit` although
   * the range has more, if they are very large; none means that the range has none.
   */
  range(options: RangeOptions): Entry[] {
    return this.collect(options) as Entry[];
  }

  /** Like `range`, without the values. */
  keys(options: RangeOptions): Buffer[] {
    const { start, end, limit, reverse } = options;
    const keys: Buffer[] = [];
    for (const key of this.db.getKeys(bounds(start, end, limit, reverse))) keys.push(key);
    return keys;
  }

  /** Counts up to `limit` keys of a range; `next` is the one after them, or the range's end. */
  count(start: Buffer, end: Buffer, limit: number): { keys: number; next: Buffer } {
    const [next] = this.db.getKeys({ start, end, offset: limit, limit: 1 });
    return next ? { keys: limit, next } : { keys: this.db.getKeysCount({ start, end }), next: end };
  }

  private collect({ start, end, limit, reverse }: RangeOptions): Entry[] {
    const entries: Entry[] = [];
    let bytes = 0;
    for (const entry of this.db.getRange(bounds(start, end, limit, reverse))) {
      entries.push(entry);
      bytes += entry.value.length;
      if (bytes > MAX_RANGE_BYTES) break;
    }
    return entries;
  }

  /** Writes a key that does not exist yet. */
  insert(key: Buffer, value: Buffer): void {
    this.put(key, value);
    this.journal.push(() => void this.db.remove(key));
  }

  /** Writes a key whose value was `old`. */
  replace(key: Buffer, value: Buffer, old: Buffer): void {
    this.put(key, value);
    this.journal.push(() => void this.db.put(key, old));
  }

  /** Removes a key whose value was `old`. */
  remove(key: Buffer, old: Buffer): void {
    this.db.remove(key);
    this.writes += 1;
    this.journal.push(() => void this.db.put(key, old));
  }

  private put(key: Buffer, value: Buffer): void {
    this.db.put(key, value);
    this.writes += 1;
    this.bytes += key.length + value.length;
  }

  /** Registers how to undo a change of in-memory state that accompanies the writes. */
  onRollback(undo: () => void): void {
    this.journal.push(undo);
  }

  /** Runs one step of a command; when it throws, exactly its own writes are taken back. */
  step<T>(run: () => T): T {
    this.journal = [];
    try {
      return run();
    } catch (error) {
      for (const undo of this.journal.reverse()) undo();
      throw error;
    } finally {
      this.journal = [];
    }
  }

  /** One durable transaction: everything that `run` writes is on disk when this returns, or nothing is. */
  transaction(run: () => void): void {
    this.writes = 0;
    this.bytes = 0;
    this.db.transactionSync(() => {
      run();
      if (this.writes > 0) this.room.ensure(this.writes, this.bytes);
    });
  }

  /** Throws a LostFileError if the data file was removed. */
  ensureKept(): void {
    this.room.ensureKept();
  }

  /** Throws an Error with a system error code if the disk is too full for anything new. */
  ensureRoomForInserts(): void {
    this.room.ensureForInserts();
  }

  /** Lets go of the read snapshot, so that LMDB can use its old pages again. */
  rest(): void {
    this.db.resetReadTxn();
  }

  /** Length of the data file, in bytes. */
  fileBytes(): number {
    return this.room.fileBytes();
  }

  /**
   * A consistent copy of the data file while the store is in use. It is for its owner only from its first byte on: LMDB
   * makes files as readable as the umask lets it, so the copy is made in a folder that nobody else may enter.
   */
  async backup(file: string): Promise<void> {
    const folder = `${file}.folder`;
    rmSync(folder, { recursive: true, force: true });
    makeFolder(path.dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
    try {
      const copy = path.join(folder, 'copy');
      await this.db.backup(copy, true);
      chmodSync(copy, 0o600);
      renameSync(copy, file);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  private statistics(): { pageSize: number; lastPageNumber: number } {
    return this.db.getStats() as { pageSize: number; lastPageNumber: number };
  }

  async close(): Promise<void> {
    this.room.close();
    await this.db.close();
  }
}

function bounds(start: Buffer, end: Buffer, limit: number, reverse = false) {
  return reverse
    ? { start: end, end: start, limit, reverse: true, exclusiveStart: true, inclusiveEnd: true }
    : { start, end, limit };
}
