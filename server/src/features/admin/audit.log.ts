import type { AuditItem } from '@livelane/shared/admin/admin.schema';
import type { AuditEventName } from '@livelane/shared/admin/audit.events';
import { type Connection, type Model, mongo, Schema, trusted } from 'mongoose';
import type { Logger } from 'pino';
import { duplicatesOf } from '../../database/duplicate-key';
import type { AuditEvent } from '../../http/audit';
import type { LeavingPerson } from '../users/user.types';

/** How long a line is kept, in seconds. */
const KEPT_SECONDS = 365 * 24 * 60 * 60;
/** Lines are written together, this long after the first of them. */
const FLUSH_MS = 250;
/** After each failure in a row the pause is twice as long, up to this: a fault that lasts floods no log. */
const LONGEST_PAUSE_MS = 60 * 1000;
/** Lines that wait while the database is away; later ones are only in the process's own log. */
const MAX_WAITING = 10_000;
/** The same of limits that were met, beside the others: anyone can cause them. */
const MAX_LIMITS_WAITING = 1_000;
const BATCH = 500;

interface AuditDocument {
  /** Rises with time in one process. */
  _id: string;
  at: Date;
  event: AuditEventName;
  actorId: string | null;
  userId: string | null;
  address: string | null;
  details: Record<string, unknown>;
}

const auditSchema = new Schema<AuditDocument>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    event: { type: String, required: true },
    actorId: { type: String, default: null },
    userId: { type: String, default: null },
    address: { type: String, default: null },
    details: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw', minimize: false },
);
auditSchema.index({ at: -1, _id: -1 });
auditSchema.index({ event: 1, at: -1, _id: -1 });
auditSchema.index({ userId: 1, at: -1 });
auditSchema.index({ actorId: 1, at: -1 });
auditSchema.index({ 'details.email': 1 }, { sparse: true });
auditSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

/** Which lines are wanted; times are inclusive. */
export interface AuditFilter {
  event?: string | undefined;
  /** Who did it, or to whom it was done. */
  userId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** A place in the list: everything after it is older. */
export interface AuditPlace {
  at: Date;
  id: string;
}

/**
 * The audit log for administrators, beside the lines that the process logs. It is written after the events, which never
 * wait for it. A process that is killed loses the lines of its last quarter of a second here, not in its own log.
 */
export class AuditLog {
  private readonly model: Model<AuditDocument>;
  private waiting: AuditDocument[] = [];
  /** How many of these are limits that were met. */
  private limitsWaiting = 0;
  private isStarted = false;
  private timer: NodeJS.Timeout | null = null;
  private pauseMs = FLUSH_MS;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    connection: Connection,
    private readonly logger: Logger,
    private readonly now: () => Date,
  ) {
    this.model = connection.model<AuditDocument>('AuditEvent', auditSchema, 'auditevents');
  }

  /** From here on lines are written; until then they wait. */
  start(): void {
    this.isStarted = true;
    if (this.waiting.length > 0) this.flushSoon();
  }

  async stop(): Promise<void> {
    this.isStarted = false;
    await this.flush();
  }

  add({ event, ...fields }: AuditEvent): void {
    const isOfLimit = isLimit({ event });
    const isFull = isOfLimit
      ? this.limitsWaiting >= MAX_LIMITS_WAITING
      : this.waiting.length - this.limitsWaiting >= MAX_WAITING;
    if (isFull) return;
    if (isOfLimit) this.limitsWaiting++;
    const { actorId = null, userId = null, address = null, ...details } = fields as Partial<AuditDocument>;
    const _id = new mongo.ObjectId().toHexString();
    this.waiting.push({ _id, at: this.now(), event, actorId, userId, address, details });
    if (this.isStarted) this.flushSoon();
  }

  /** Newest first. */
  async page(filter: AuditFilter, before: AuditPlace | null, limit: number): Promise<AuditItem[]> {
    await this.flush();
    const found = await this.model
      .find(filterOf(filter, before))
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean();
    return found.map(present);
  }

  /** All of them, newest first. */
  async *all(filter: AuditFilter): AsyncGenerator<AuditItem> {
    await this.flush();
    const found = this.model.find(filterOf(filter, null)).sort({ at: -1, _id: -1 }).lean();
    for await (const line of found.cursor({ batchSize: BATCH })) yield present(line);
  }

  /** Keeps the events; network addresses and typed emails are deleted with the account (R24). */
  async removeAllOfUser({ _id: userId, email, formerEmails }: LeavingPerson): Promise<void> {
    await this.flush();
    await this.model.updateMany({ userId }, { $set: { address: null } });
    await this.model.collection.updateMany(
      { 'details.email': { $in: [email, ...formerEmails] } },
      { $set: { address: null }, $unset: { 'details.email': 1 } },
    );
  }

  /** Writes the waiting lines. */
  private flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private flushSoon(): void {
    if (this.timer) return;
    this.timer = setTimeout(() => void this.flush(), this.pauseMs);
    this.timer.unref();
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const lines = this.waiting.slice(0, BATCH);
      try {
        await this.model.collection.insertMany(lines as never[], { ordered: false });
      } catch (error) {
        // Lines that an attempt without an answer wrote exist already, under their ids.
        if (!duplicatesOf(error)) {
          this.logger.warn({ err: error }, 'audit lines wait for the database');
          this.pauseMs = Math.min(2 * this.pauseMs, LONGEST_PAUSE_MS);
          if (this.isStarted) this.flushSoon();
          return;
        }
      }
      this.pauseMs = FLUSH_MS;
      this.waiting = this.waiting.slice(lines.length);
      this.limitsWaiting -= lines.filter(isLimit).length;
    }
  }
}

const isLimit = ({ event }: Pick<AuditDocument, 'event'>): boolean => event.endsWith('.limited');

function filterOf({ event, userId, from, to }: AuditFilter, before: AuditPlace | null): object {
  const conditions: object[] = [];
  if (userId !== undefined) conditions.push(trusted({ $or: [{ userId }, { actorId: userId }] }));
  if (before) {
    const { at, id } = before;
    const older = { $or: [{ at: trusted({ $lt: at }) }, { at, _id: trusted({ $lt: id }) }] };
    conditions.push(trusted(older));
  }
  if (from) conditions.push({ at: trusted({ $gte: from }) });
  if (to) conditions.push({ at: trusted({ $lte: to }) });
  return {
    ...(event !== undefined && { event }),
    ...(conditions.length > 0 && { $and: conditions }),
  };
}

function present({ _id: id, at, event, actorId, userId, address, details }: AuditDocument): AuditItem {
  return { id, at: at.toISOString(), event, actorId, userId, address, details };
}
