import { closeSync, existsSync, fstatSync, openSync, writeSync } from 'node:fs';
import { freeBytes, INSERT_FREE_BYTES, WRITE_FREE_BYTES } from '../disk-space';

/** The file is lengthened by this much at a time, in bytes. */
const CHUNK_BYTES = 1024 * 1024;
/** A transaction with more writes than this is large: room for it is only estimated. */
const LARGE_WRITES = 64;
/** Pages that one write may use at most: its path through a tree of six levels. */
const PAGES_PER_WRITE = 6;
/** Pages for LMDB's own bookkeeping in a transaction. */
const PAGES_PER_TRANSACTION = 32;

/** The data file is not at its place any more: what is written to it would be lost with this process. */
export class LostFileError extends Error {}

/**
 * Makes sure that LMDB has room for its next writes: it does not survive a refused write (its error path
 * overruns a buffer). So the file is lengthened here, ahead of need, where a full disk or a quota is an ordinary
 * error. As a by-product a commit rarely changes the file's length, which makes its sync cheaper.
 */
export class Room {
  private readonly fd: number;
  /** Pages behind the last one in use that are certainly there. */
  private ahead = 0;

  /** @param lastPage number of the last page in use, as of the last commit. */
  constructor(
    private readonly file: string,
    private readonly pageSize: number,
    private readonly lastPage: () => number,
  ) {
    this.fd = openSync(file, 'r+');
  }

  /**
   * Throws a LostFileError if the data file was removed, or its folder or disk was. One that was replaced is not noticed: the
   * numbers by which files are told apart do not keep on every file system.
   */
  ensureKept(): void {
    if (existsSync(this.file)) return;
    throw new LostFileError(
      `${this.file} was removed while it was in use: nothing is written until it is back`,
    );
  }

  /**
   * Throws an Error with a system error code (ENOSPC, EDQUOT …) if there is no room for such a transaction, or a
   * LostFileError.
   */
  ensure(writes: number, bytes: number): void {
    this.ensureKept();
    const pages = writes * PAGES_PER_WRITE + Math.ceil((2 * bytes) / this.pageSize) + PAGES_PER_TRANSACTION;
    if (writes > LARGE_WRITES) {
      this.checkFree(WRITE_FREE_BYTES + 4 * bytes + writes * this.pageSize);
      this.ahead = 0;
      return;
    }
    if (this.ahead < pages) this.lengthen(pages);
    this.ahead -= pages;
  }

  /** Throws an Error with the code ENOSPC if what is inserted would leave too little room for its updates, or a LostFileError. */
  ensureForInserts(): void {
    this.ensureKept();
    this.checkFree(INSERT_FREE_BYTES);
  }

  fileBytes(): number {
    return fstatSync(this.fd).size;
  }

  private lengthen(pages: number): void {
    const { size } = fstatSync(this.fd);
    const there = Math.floor(size / this.pageSize) - (this.lastPage() + 1);
    this.ahead = Math.max(there, 0);
    if (this.ahead >= pages) return;
    const end = Math.max(size, (this.lastPage() + 1) * this.pageSize);
    const chunk = Math.max(CHUNK_BYTES, (pages - this.ahead) * this.pageSize);
    this.checkFree(WRITE_FREE_BYTES + chunk);
    const zeros = Buffer.alloc(chunk);
    for (let done = 0; done < chunk; ) done += writeSync(this.fd, zeros, done, chunk - done, end + done);
    this.ahead += Math.floor(chunk / this.pageSize);
  }

  private checkFree(needed: number): void {
    if (freeBytes(this.file) >= needed) return;
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  }

  close(): void {
    closeSync(this.fd);
  }
}
