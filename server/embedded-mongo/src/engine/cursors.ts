import { randomBytes } from 'node:crypto';
import { ErrorCode, MongoServerFault } from '../errors';
import type { Pace, Steps } from './steps';

/** Idle cursors are forgotten after this time, as MongoDB does. */
const CURSOR_TIMEOUT_MS = 10 * 60_000;

/** How often idle cursors are looked for. */
export const CURSOR_SWEEP_MS = 60_000;

/** A batch may not grow past this many bytes. */
export const MAX_BATCH_BYTES = 16 * 1024 * 1024;

export interface Batch {
  readonly documents: Buffer[];
  /** Nothing is left. */
  readonly done: boolean;
}

/** Where the documents of a cursor come from. */
export interface BatchSource {
  /** The next documents, at most `limit` of them and about 16 MB. */
  fill(limit: number, pace: Pace): Steps<Batch>;
}

export interface ServerCursor {
  readonly id: bigint;
  readonly namespace: string;
  readonly source: BatchSource;
  readonly session: string | undefined;
  readonly immortal: boolean;
  lastUsed: number;
  busy: boolean;
}

/** The open cursors of the server. */
export class Cursors {
  private readonly open = new Map<bigint, ServerCursor>();

  get size(): number {
    return this.open.size;
  }

  add(namespace: string, source: BatchSource, session: string | undefined, immortal: boolean): ServerCursor {
    let id = 0n;
    while (id === 0n || this.open.has(id)) id = randomBytes(8).readBigInt64BE(0) & 0x7fffffffffffffffn;
    const cursor = { id, namespace, source, session, immortal, lastUsed: Date.now(), busy: false };
    this.open.set(id, cursor);
    return cursor;
  }

  /** The cursor for a getMore; throws 43 if there is none, 13 if it belongs to another collection or session. */
  use(id: bigint, namespace: string, session: string | undefined): ServerCursor {
    const cursor = this.open.get(id);
    if (!cursor) throw new MongoServerFault(ErrorCode.CursorNotFound, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new MongoServerFault(
        ErrorCode.Unauthorized,
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    if (cursor.session !== session) {
      throw new MongoServerFault(
        50738,
        `Cannot run getMore on cursor ${id}, which was created in another session`,
      );
    }
    if (cursor.busy) throw new MongoServerFault(ErrorCode.CursorInUse, `cursor id ${id} is already in use`);
    cursor.lastUsed = Date.now();
    return cursor;
  }

  /** Forgets a cursor; false if there was none. */
  kill(id: bigint): boolean {
    return this.open.delete(id);
  }

  killWhere(test: (cursor: ServerCursor) => boolean): void {
    for (const cursor of this.open.values()) if (test(cursor)) this.open.delete(cursor.id);
  }

  /** Forgets cursors that nobody asked for since `CURSOR_TIMEOUT_MS`. */
  expire(now: number): void {
    this.killWhere((cursor) => !cursor.immortal && !cursor.busy && now - cursor.lastUsed > CURSOR_TIMEOUT_MS);
  }
}
