import { type Connection, type Model, Schema } from 'mongoose';
import type { Logger } from 'pino';
import { eachByItself } from '../../database/database-away';
import type { Lease } from '../../nodes/lease';
import { KeyedQueue } from '../../oplog/keyed-queue';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import { changesAssignees } from './followers';
import type { NotificationWriter } from './notification.writer';
import { newsOf, tellingTypes } from './op-news';

/** Ops wait this long for others of their board: the change itself is answered first. */
const SOON_MS = 40;
/**
 * The time from one reading to the next: on busy boards the cost of a reading is spread over many ops. If readings take
 * long it is a multiple of theirs, within a limit that still notifies within a second.
 */
const BETWEEN_MS = 500;
const BETWEEN_AT_MOST_MS = 700;
const PAUSES_PER_READING = 4;
/** How often boards are checked for ops that another process left. */
const SWEEP_MS = 10_000;
/** Versions that are read from the log at once. */
const BATCH = 100;
/** Most ops of a board that are kept until notified; more are read from the log. */
const MAX_HEARD = 1_000;
/** A process that is alone stores its places in the logs together, this long after the first of them. */
const PLACES_MS = 1_000;

/** Consecutive ops of this process: these versions of a board need not be read again. */
interface Heard {
  /** All versions after `afterV`, up to `upToV`, are known. */
  afterV: number;
  upToV: number;
  /** Those of them that notify someone, and those after them that change assignments. */
  telling: StoredOp[];
}

/** Up to which version a project's ops have become notifications. */
interface CursorDocument {
  /** The project's id. */
  _id: string;
  v: number;
}

const cursorSchema = new Schema<CursorDocument>(
  { _id: { type: String, required: true }, v: { type: Number, required: true } },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);

interface Dependencies {
  connection: Connection;
  oplog: Oplog;
  writer: NotificationWriter;
  /** No other process writes to this database. */
  isOnlyNode: boolean;
  /** Held by the node that finishes work of others. */
  lease: Lease;
  logger: Logger;
}

/**
 * Reads the log behind the commit path and makes notifications of it. The next process continues from a dead one's
 * place in the log: reading an op again makes no notification twice (R29).
 */
export class NotificationWorker {
  private readonly cursors: Model<CursorDocument>;
  private readonly waiting = new Set<string>();
  private readonly queue = new KeyedQueue();
  private readonly heardOf = new Map<string, Heard>();
  /** The version up to which this process knows the work done, by project. */
  private readonly done = new Map<string, number>();
  /** Projects whose place is not stored yet. */
  private readonly unwritten = new Set<string>();
  private placesTimer: NodeJS.Timeout | null = null;
  private readonly running = new Set<Promise<void>>();
  /** Something is not notified yet: the next sweep makes up for it. */
  private hasFailed = false;
  private soon: NodeJS.Timeout | null = null;
  private latestReadingAt = Number.NEGATIVE_INFINITY;
  private latestReadingTook = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly deps: Dependencies) {
    this.cursors = deps.connection.model<CursorDocument>(
      'NotificationCursor',
      cursorSchema,
      'notificationcursors',
    );
  }

  /** Takes an op of this process. Costs its caller nothing. */
  heard(op: StoredOp): void {
    const tells = newsOf(op) !== null;
    this.remember(op, tells);
    if (!tells) return;
    this.waiting.add(op.projectId);
    this.soon ??= setTimeout(() => this.readWaiting(), this.delay());
  }

  /** Ops of this process that it never hears are in the log. */
  missedSome(): void {
    this.hasFailed = true;
  }

  /** Forgets the place in a log that has been removed. */
  removeAllOfProject(projectId: string): Promise<void> {
    return this.queue.run(projectId, async () => {
      this.heardOf.delete(projectId);
      this.done.delete(projectId);
      this.unwritten.delete(projectId);
      await this.cursors.deleteOne({ _id: projectId });
    });
  }

  private remember(op: StoredOp, tells: boolean): void {
    const { projectId, v } = op;
    const known = this.heardOf.get(projectId);
    if (known?.upToV !== v - 1 || known.telling.length === MAX_HEARD)
      this.heardOf.set(projectId, { afterV: v - 1, upToV: v, telling: tells ? [op] : [] });
    else {
      known.upToV = v;
      if (tells || (known.telling.length > 0 && changesAssignees(op))) known.telling.push(op);
    }
  }

  /**
   * The ops of the next versions that notify, with the changes of assignments after them, and the last version: from
   * memory or from the log.
   */
  private async tellingOps(
    projectId: string,
    afterV: number,
    headV: number,
  ): Promise<{ ops: StoredOp[]; upToV: number }> {
    const heard = this.heardOf.get(projectId);
    if (heard && heard.afterV <= afterV && heard.upToV >= headV)
      return { ops: heard.telling.filter(({ v }) => v > afterV && v <= headV), upToV: headV };
    const upToV = Math.min(afterV + BATCH, headV);
    const filter = { afterV, beforeV: upToV + 1, types: tellingTypes };
    return { ops: (await this.deps.oplog.latest(projectId, filter, BATCH)).reverse(), upToV };
  }

  private forgetUpTo(projectId: string, v: number): void {
    const heard = this.heardOf.get(projectId);
    if (!heard || heard.afterV > v) return;
    heard.afterV = v;
    // Changes of assignments matter for ops before them only.
    const next = heard.telling.findIndex((op) => op.v > v && newsOf(op) !== null);
    heard.telling = next < 0 ? [] : heard.telling.slice(next);
    if (heard.upToV < v || v === 0) this.heardOf.delete(projectId);
  }

  /** In milliseconds. */
  private delay(): number {
    const pause = PAUSES_PER_READING * this.latestReadingTook;
    const between = Math.min(BETWEEN_AT_MOST_MS, Math.max(BETWEEN_MS, pause));
    return Math.max(SOON_MS, this.latestReadingAt + between - performance.now());
  }

  /** Resolves when all ops so far have been turned into notifications. */
  async caughtUp(): Promise<void> {
    this.readWaiting();
    await Promise.all(this.running);
  }

  private readWaiting(): void {
    if (this.soon) clearTimeout(this.soon);
    this.soon = null;
    const began = performance.now();
    this.latestReadingAt = began;
    for (const projectId of this.waiting)
      this.track(
        this.readOrRetry(projectId).finally(() => {
          this.latestReadingTook = performance.now() - began;
        }),
      );
    this.waiting.clear();
  }

  start(): void {
    this.track(this.sweep());
    // A process that is alone need only sweep once for an earlier one's ops, and after failures.
    this.timer = setInterval(() => {
      if (!this.deps.isOnlyNode || this.hasFailed) this.track(this.sweep());
    }, SWEEP_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.caughtUp();
    await this.writePlaces();
    await this.deps.lease.release();
  }

  private track(work: Promise<void>): void {
    const noted = work.catch((error: unknown) => {
      this.deps.logger.warn({ err: error }, 'notifications are late; the log is read again');
    });
    this.running.add(noted);
    void noted.finally(() => this.running.delete(noted));
  }

  /** Reads boards that have changed without this process, or whose process died. */
  private async sweep(): Promise<void> {
    // What fails or is missed from here on is made up for by the next one.
    this.hasFailed = false;
    try {
      if (!(await this.deps.lease.hold())) this.hasFailed = true;
      else
        await eachByItself(await this.deps.oplog.allHeads(), async ([projectId, v]) => {
          if (v > (this.done.get(projectId) ?? -1)) await this.read(projectId);
        });
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }

  private async readOrRetry(projectId: string): Promise<void> {
    try {
      await this.read(projectId);
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }

  private read(projectId: string): Promise<void> {
    return this.queue.run(projectId, () => this.readOn(projectId));
  }

  private async readOn(projectId: string): Promise<void> {
    const { oplog, writer } = this.deps;
    await oplog.rowsCaughtUp([projectId]);
    const head = (await oplog.headsOf([projectId])).get(projectId)?.appliedV ?? 0;
    let place = await this.placeIn(projectId);
    while (place < head) {
      const { ops, upToV } = await this.tellingOps(projectId, place, head);
      await writer.ofOps(ops, upToV);
      place = upToV;
      this.done.set(projectId, place);
      await this.reached(projectId);
    }
    this.done.set(projectId, Math.max(place, head));
    this.forgetUpTo(projectId, place);
  }

  private async placeIn(projectId: string): Promise<number> {
    const known = this.deps.isOnlyNode ? this.done.get(projectId) : undefined;
    return known ?? (await this.cursors.findOne({ _id: projectId }).lean())?.v ?? 0;
  }

  /** Others continue from the place at once; without others only the next process does, and notifies nobody twice. */
  private async reached(projectId: string): Promise<void> {
    this.unwritten.add(projectId);
    if (!this.deps.isOnlyNode) await this.writePlaces();
    else this.placesTimer ??= setTimeout(() => this.track(this.writePlaces()), PLACES_MS).unref();
  }

  private async writePlaces(): Promise<void> {
    if (this.placesTimer) clearTimeout(this.placesTimer);
    this.placesTimer = null;
    const places = [...this.unwritten].map((_id) => ({ _id, v: this.done.get(_id) ?? 0 }));
    this.unwritten.clear();
    if (places.length === 0) return;
    await this.cursors.bulkWrite(
      places.map(({ _id, v }) => ({ updateOne: { filter: { _id }, update: { $max: { v } }, upsert: true } })),
    );
  }
}
