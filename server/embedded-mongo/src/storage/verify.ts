import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/*
 * LMDB trusts its file: a damaged one makes it crash the whole process. So the file is looked over before it is
 * opened: both meta pages, then from the root every page that is in use, upper levels first. A launch looks over as many
 * of the two lowest levels as it has time for, so that it takes no longer with a year's data. It is read only.
 *
 * A page starts with its number(8), transaction(8), padding(2), flags(2), lower(2), upper(2); then come 2-byte
 * offsets of its nodes. A node is size or page number (4 bytes low, 2 bytes high in a branch), flags(2), key size(2),
 * key, data. All of it little-endian.
 */
const HEADER = 24;
const NODE = 8;
const META_MAGIC = 0xbeefc0de;
const META_VERSION = 2;
const FREE_TREE = 48;
const MAIN_TREE = 96;
const TREE_DEPTH = 6;
const TREE_ROOT = 40;
const LAST_PAGE = 144;
const TRANSACTION = 152;
const META_END = 168;
const NO_PAGE = 0xffffffffffffffffn;

const BRANCH = 0x01;
const LEAF = 0x02;
const OVERFLOW = 0x04;
const META = 0x08;
const BIG_DATA = 0x01;
const SUB_DATA = 0x02;

const SMALLEST_PAGE = 256;
const LARGEST_PAGE = 65_536;
/** How long the lowest branches, and then their leaves, are looked over. */
const BRANCHES_MS = 30;
const LEAVES_MS = 60;
/** Pages between two looks at the clock, and two pauses: a branch, read by itself, takes longer than a leaf. */
const LEAVES_AT_ONCE = 256;
const BRANCHES_AT_ONCE = 16;
/** Height of a branch whose pages are leaves. */
const LOWEST_BRANCH = 2;
/** Pages are read in stretches of this many bytes. */
const STRETCH = 1024 * 1024;

/** How much is looked over: of a back-up all, since damage must show before it is needed. */
export type VerifyExtent = 'whole' | 'at launch';

/** Throws an Error describing the damage if a data file is damaged. */
export function verifyDataFile(file: string, extent: VerifyExtent): void {
  const slices = check(file, extent);
  while (!slices.next().done);
}

/** The same for a whole file, which can take minutes: the process goes on with other work meanwhile. */
export async function verifyMeanwhile(file: string): Promise<void> {
  for (const _slice of check(file, 'whole')) await setImmediate();
}

/** Pauses whenever it has looked over some pages. */
function* check(file: string, extent: VerifyExtent): Generator<void> {
  const fd = openSync(file, 'r');
  try {
    yield* new Check(fd, fstatSync(fd).size, extent === 'whole').run();
  } finally {
    closeSync(fd);
  }
}

class Check {
  private pageSize = 0;
  private stretch = Buffer.alloc(0);
  private stretchStart = -1;

  constructor(
    private readonly fd: number,
    private readonly size: number,
    private readonly isThorough: boolean,
  ) {}

  *run(): Generator<void> {
    const meta = this.newestMeta();
    const isLong = (Number(meta.readBigUInt64LE(LAST_PAGE)) + 1) * this.pageSize <= this.size;
    for (const tree of [FREE_TREE, MAIN_TREE]) {
      const root = meta.readBigUInt64LE(tree + TREE_ROOT);
      if (root !== NO_PAGE) yield* this.tree(Number(root), meta.readUInt16LE(tree + TREE_DEPTH), isLong);
    }
  }

  private newestMeta(): Buffer {
    const first = this.meta(0);
    this.pageSize = first.readUInt32LE(FREE_TREE);
    const { pageSize } = this;
    const power = (pageSize & (pageSize - 1)) === 0;
    if (!power || pageSize < SMALLEST_PAGE || pageSize > LARGEST_PAGE) throw damaged('impossible page size');
    const second = this.meta(pageSize);
    return second.readBigUInt64LE(TRANSACTION) > first.readBigUInt64LE(TRANSACTION) ? second : first;
  }

  private meta(offset: number): Buffer {
    const bytes = Buffer.alloc(META_END);
    if (readSync(this.fd, bytes, 0, META_END, offset) < META_END) throw damaged('it is too short');
    if (!(bytes.readUInt16LE(18) & META) || bytes.readUInt32LE(HEADER) !== META_MAGIC) {
      throw damaged('its beginning is not that of a data file');
    }
    if ((bytes.readUInt32LE(HEADER + 4) & 0xffff) !== META_VERSION) throw damaged('unknown version of LMDB');
    return bytes;
  }

  /**
   * Level by level: the upper ones name the pages below.
   * @param isLong false if the file ends before the last page that was ever used: then all branches are read, since
   *   they tell whether it is cut off, or that page was not in use any more
   */
  private *tree(root: number, depth: number, isLong: boolean): Generator<void> {
    let level = [root];
    for (let height = depth; height >= LOWEST_BRANCH; height -= 1) {
      const next: number[] = [];
      const until = isLong && height === LOWEST_BRANCH ? this.end(BRANCHES_MS) : Number.POSITIVE_INFINITY;
      for (const [index, number] of level.entries()) {
        next.push(...this.branch(number));
        if (index % BRANCHES_AT_ONCE !== 0) continue;
        if (performance.now() > until) break;
        yield;
      }
      level = next;
    }
    level.sort((a, b) => a - b);
    this.inFile(level[0] as number);
    this.inFile(level.at(-1) as number);
    const until = this.end(LEAVES_MS);
    for (const [index, number] of level.entries()) {
      this.leaf(number);
      if (index % LEAVES_AT_ONCE !== 0) continue;
      if (performance.now() > until) return;
      yield;
    }
  }

  /** When a level that is given this long ends. */
  private end(ms: number): number {
    return this.isThorough ? Number.POSITIVE_INFINITY : performance.now() + ms;
  }

  private branch(number: number): number[] {
    const { bytes, at } = this.page(number, BRANCH);
    return this.nodes(bytes, at, number).map((node) => {
      const low = bytes.readUInt32LE(node);
      return low + bytes.readUInt16LE(node + 4) * 2 ** 32;
    });
  }

  private leaf(number: number): void {
    const { bytes, at } = this.page(number, LEAF);
    for (const node of this.nodes(bytes, at, number)) {
      const size = bytes.readUInt32LE(node);
      const flags = bytes.readUInt16LE(node + 4);
      const data = node + NODE + bytes.readUInt16LE(node + 6);
      if (flags & SUB_DATA) continue;
      const length = flags & BIG_DATA ? 8 : size;
      if (data + length > at + this.pageSize) throw damaged(`page ${number} has an entry beyond its end`);
      if (flags & BIG_DATA) this.overflow(Number(bytes.readBigUInt64LE(data)), size);
    }
  }

  /** A value that fills pages of its own: only the first one has a header. */
  private overflow(number: number, size: number): void {
    const last = number + Math.floor((HEADER - 1 + size) / this.pageSize);
    this.inFile(number);
    this.inFile(last);
    const header = Buffer.alloc(HEADER);
    readSync(this.fd, header, 0, HEADER, number * this.pageSize);
    if (header.readBigUInt64LE(0) !== BigInt(number) || !(header.readUInt16LE(18) & OVERFLOW)) {
      throw damaged(`page ${number} is not what it should be`);
    }
  }

  private inFile(number: number): void {
    if ((number + 1) * this.pageSize > this.size) throw damaged(`it is cut off: page ${number} is missing`);
  }

  private page(number: number, kind: number): { bytes: Buffer; at: number } {
    this.inFile(number);
    const offset = number * this.pageSize;
    const inside =
      offset >= this.stretchStart && offset + this.pageSize <= this.stretchStart + this.stretch.length;
    if (this.stretchStart < 0 || !inside) this.read(offset, kind);
    const at = offset - this.stretchStart;
    const { stretch } = this;
    if (stretch.readBigUInt64LE(at) !== BigInt(number) || !(stretch.readUInt16LE(at + 18) & kind)) {
      throw damaged(`page ${number} is not what it should be`);
    }
    return { bytes: stretch, at };
  }

  /** Leaves are visited in the order of the file, so a long stretch pays; branches are few. */
  private read(offset: number, kind: number): void {
    const length = Math.min(kind === LEAF ? STRETCH : this.pageSize, this.size - offset);
    if (this.stretch.length !== length) this.stretch = Buffer.alloc(length);
    readSync(this.fd, this.stretch, 0, length, offset);
    this.stretchStart = offset;
  }

  /** Where the nodes of a page begin. */
  private nodes(bytes: Buffer, at: number, number: number): number[] {
    const lower = bytes.readUInt16LE(at + 20);
    const upper = bytes.readUInt16LE(at + 22);
    const sane = lower >= 0 && lower % 2 === 0 && HEADER + lower <= this.pageSize && upper <= this.pageSize;
    if (!sane) throw damaged(`page ${number} is not what it should be`);
    const nodes: number[] = [];
    for (let index = 0; index < lower / 2; index += 1) {
      const node = at + HEADER + bytes.readUInt16LE(at + HEADER + index * 2);
      if (
        node + NODE > at + this.pageSize ||
        node + NODE + bytes.readUInt16LE(node + 6) > at + this.pageSize
      ) {
        throw damaged(`page ${number} has an entry beyond its end`);
      }
      nodes.push(node);
    }
    return nodes;
  }
}

function damaged(why: string): Error {
  return new Error(`it is damaged: ${why}`);
}
