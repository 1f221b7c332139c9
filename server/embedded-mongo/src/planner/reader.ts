import { ErrorCode, MongoServerFault } from '../errors';
import { type Collection, checkAlive } from '../storage/collection';
import { documentKey, following, idOfEntry, PREFIX_BYTES } from '../storage/keys';
import { unpackDocument } from '../storage/packing';
import type { Store } from '../storage/store';
import type { Access, KeyRange } from './plan';

/** A document that may match. */
export interface Candidate {
  readonly id: Buffer;
  /** The document as it is stored, if reading it cost nothing extra. */
  readonly stored: Buffer | undefined;
}

const FIRST_READ = 16;
const LARGEST_READ = 256;

/**
 * Reads the candidates of a plan piece by piece. Between two pieces it holds nothing but the key where it stopped, so
 * a cursor may sleep for minutes without keeping LMDB's old pages alive.
 */
export class PlanReader {
  private readonly parts: Access[];
  private readonly seen: Set<string> | undefined;
  private range = 0;
  private position: Buffer | undefined;
  private nextRead = FIRST_READ;

  constructor(
    private readonly store: Store,
    private readonly collection: Collection,
    access: Access,
  ) {
    this.parts = access.kind === 'union' ? flatten(access) : [access];
    this.seen = mayRepeat(access) ? new Set() : undefined;
  }

  /** The next few candidates; empty at the end. */
  read(): Candidate[] {
    for (;;) {
      const part = this.parts[0];
      if (!part) return [];
      this.checkAlive(part);
      const piece = this.readPart(part);
      if (piece.length === 0) {
        this.parts.shift();
        this.range = 0;
        this.position = undefined;
        continue;
      }
      this.nextRead = Math.min(this.nextRead * 2, LARGEST_READ);
      const fresh = this.seen ? piece.filter((candidate) => this.firstTime(candidate.id)) : piece;
      if (fresh.length > 0) return fresh;
    }
  }

  private checkAlive(part: Access): void {
    checkAlive(this.collection);
    if (part.kind === 'index' && part.index.dropped) {
      throw new MongoServerFault(ErrorCode.QueryPlanKilled, `index '${part.index.name}' dropped`);
    }
  }

  private firstTime(id: Buffer): boolean {
    const text = id.toString('latin1');
    if (this.seen?.has(text)) return false;
    this.seen?.add(text);
    return true;
  }

  private readPart(part: Access): Candidate[] {
    if (part.kind === 'union') throw new TypeError('unions are flat here');
    if (part.kind === 'ids') {
      const ids = part.ids.slice(this.range, this.range + this.nextRead);
      this.range += ids.length;
      return ids.map((id) => ({ id, stored: undefined }));
    }
    for (;;) {
      const range = part.ranges[part.reverse ? part.ranges.length - 1 - this.range : this.range];
      if (!range) return [];
      const piece =
        part.kind === 'index' ? this.readIndex(range, part.reverse) : this.readDocuments(range, part.reverse);
      if (piece.length > 0) return piece;
      this.range += 1;
      this.position = undefined;
    }
  }

  private readIndex(range: KeyRange, reverse: boolean): Candidate[] {
    const entries = this.store.range({ ...this.rest(range, reverse), limit: this.nextRead, reverse });
    this.position = entries.at(-1)?.key;
    return entries.map((entry) => ({ id: idOfEntry(entry.key, entry.value), stored: undefined }));
  }

  private readDocuments(range: KeyRange, reverse: boolean): Candidate[] {
    const entries = this.store.range({ ...this.rest(range, reverse), limit: this.nextRead, reverse });
    this.position = entries.at(-1)?.key;
    return entries.map((entry) => ({ id: entry.key.subarray(PREFIX_BYTES), stored: entry.value }));
  }

  /** The rest of a range after the position. */
  private rest(range: KeyRange, reverse: boolean): KeyRange {
    if (!this.position) return range;
    return reverse
      ? { start: range.start, end: this.position }
      : { start: following(this.position), end: range.end };
  }

  /** The BSON of a candidate's document as it is now, or undefined if it is gone. */
  fetch({ id, stored }: Candidate): Buffer | undefined {
    const found = stored ?? this.store.get(documentKey(this.collection.prefix, id));
    return found && unpackDocument(found, this.collection.fieldNames);
  }
}

function flatten(access: Access): Access[] {
  return access.kind === 'union' ? access.parts.flatMap(flatten) : [access];
}

function mayRepeat(access: Access): boolean {
  return access.kind === 'union' || (access.kind === 'index' && access.index.multikey);
}
