import { type Connection, type Model, Schema } from 'mongoose';
import type { Logger } from 'pino';
import type { Lease } from '../../nodes/lease';
import { KeyedQueue } from '../../oplog/keyed-queue';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import type { NotificationWriter } from './notification.writer';
import { newsOf, tellingTypes } from './op-news';

/** Ops wait this long for others of their board: the change itself is answered first. */
const SOON_MS = 40;
/** The least time from one reading to the next: where much happens, what a reading costs is spread over many ops. */
const BETWEEN_MS = 250;
/** How often boards are looked at whose ops another process left. */
const SWEEP_MS = 10_000;
/** Versions that are looked through at once. */
const BATCH = 100;

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
  /** Held by the node that looks after what others left. */
  lease: Lease;
  logger: Logger;
}

/**
 * Reads the log behind the commit path and makes notifications of it. A process that dies leaves its place in the log:
 * what is read again makes nothing twice (R29).
 */
export class NotificationWorker {
  private readonly cursors: Model<CursorDocument>;
  private readonly waiting = new Set<string>();
  private readonly queue = new KeyedQueue();
  /** What this process knows to be done, by project. */
  private readonly done = new Map<string, number>();
  private readonly running = new Set<Promise<void>>();
  /** Something was not read: the next sweep looks for it. */
  private hasFailed = false;
  private soon: NodeJS.Timeout | null = null;
  private latestReadingAt = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly deps: Dependencies) {
    this.cursors = deps.connection.model<CursorDocument>(
      'NotificationCursor',
      cursorSchema,
      'notificationcursors',
    );
  }

  /** An op of this process. Costs its caller nothing. */
  heard(op: StoredOp): void {
    if (!newsOf(op)) return;
    this.waiting.add(op.projectId);
    this.soon ??= setTimeout(() => this.readWaiting(), this.delay());
  }

  /** In milliseconds; within its limits also after a jump of the clock. */
  private delay(): number {
    const left = this.latestReadingAt + BETWEEN_MS - Date.now();
    return Math.min(BETWEEN_MS, Math.max(SOON_MS, left));
  }

  /** Resolves when all that was heard so far has been told. */
  async caughtUp(): Promise<void> {
    this.readWaiting();
    await Promise.all(this.running);
  }

  private readWaiting(): void {
    if (this.soon) clearTimeout(this.soon);
    this.soon = null;
    this.latestReadingAt = Date.now();
    for (const projectId of this.waiting) this.track(this.readOrRetry(projectId));
    this.waiting.clear();
  }

  start(): void {
    this.track(this.sweep());
    // Of a process that is alone nothing is left but what an earlier one left, and what failed.
    this.timer = setInterval(() => {
      if (!this.deps.isOnlyNode || this.hasFailed) this.track(this.sweep());
    }, SWEEP_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.caughtUp();
    await this.deps.lease.release();
  }

  private track(work: Promise<void>): void {
    const noted = work.catch((error: unknown) => {
      this.deps.logger.warn({ err: error }, 'notifications are late; the log is read again');
    });
    this.running.add(noted);
    void noted.finally(() => this.running.delete(noted));
  }

  /** Boards that have gone on without this process, or whose process died. */
  private async sweep(): Promise<void> {
    this.hasFailed = true;
    if (!(await this.deps.lease.hold())) return;
    for (const [projectId, v] of await this.deps.oplog.allHeads())
      if (v > (this.done.get(projectId) ?? -1)) await this.read(projectId);
    this.hasFailed = false;
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
    let place = (await this.cursors.findOne({ _id: projectId }).lean())?.v ?? 0;
    while (place < head) {
      const upTo = Math.min(place + BATCH, head);
      const filter = { afterV: place, beforeV: upTo + 1, types: tellingTypes };
      await writer.ofOps((await oplog.latest(projectId, filter, BATCH)).reverse());
      place = upTo;
      await this.cursors.updateOne({ _id: projectId }, { $max: { v: place } }, { upsert: true });
    }
    this.done.set(projectId, Math.max(place, head));
  }
}
