import { randomUUID } from 'node:crypto';
import { PROTOCOL } from '@livelane/shared/http/protocol';
import { type Connection, type Model, Schema, trusted } from 'mongoose';
import type { Logger } from 'pino';
import { AppError } from '../http/errors';
import { VERSION } from '../version';

/** Interval of a node's heartbeat, and how long a heartbeat counts (R22). */
const RENEW_MS = 5_000;
const ALIVE_MS = 15_000;
/** How long a node relies on its last look at the others, and on its own heartbeat, from when it began. */
const SURE_MS = 10_000;
/** How long a new node assumes that another one has not seen it yet. */
const NEWCOMER_MS = 15_000;
/** `Retry-After` while an older node lives, in seconds. */
const OLD_NODE_RETRY_SECONDS = 5;

interface NodeDocument {
  _id: string;
  protocol: number;
  /** Absent in nodes of 0.1.0. */
  version?: string;
  /** Time of its last heartbeat. */
  at: Date;
}

const nodeSchema = new Schema<NodeDocument>(
  {
    _id: { type: String, required: true },
    protocol: { type: Number, required: true },
    version: { type: String },
    at: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);

nodeSchema.index({ at: 1 });

function nodeModel(connection: Connection): Model<NodeDocument> {
  return connection.model<NodeDocument>('Node', nodeSchema, 'nodes');
}

/** The living nodes on this database, and their protocols: nobody writes an op that one of them cannot read (R22). */
export class NodeRegistry {
  private readonly id = randomUUID();
  private readonly nodes: Model<NodeDocument>;
  private timer: NodeJS.Timeout | null = null;
  /** The lowest protocol of the living nodes at the last heartbeat. */
  private leastSpoken = 0;
  /** Until when, by this process's own clock, this node is the only one, counts as alive, is new to others. */
  private aloneUntil = 0;
  private registeredUntil = 0;
  private newUntil = 0;
  /** By how much the database's clock was ahead of this process's own at the last heartbeat. */
  private databaseAheadMs = 0;

  constructor(
    connection: Connection,
    private readonly logger: Logger,
  ) {
    this.nodes = nodeModel(connection);
  }

  /** Sends this node's first heartbeat, and then one at each interval. */
  async start(): Promise<void> {
    await this.renew();
    this.timer = setInterval(() => {
      this.renew().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'this node could not register; it tries again'),
      );
    }, RENEW_MS);
    this.timer.unref();
  }

  /** Signs the node off; without this it counts for 15 seconds more. */
  async stop(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.aloneUntil = 0;
    await this.nodes.deleteOne({ _id: this.id });
  }

  /** @throws AppError `unavailable` while a node lives that speaks less than `protocol` */
  async assertAllSpeak(protocol: number): Promise<void> {
    const older = await this.nodes.collection.findOne(
      { protocol: { $lt: protocol }, at: { $gt: this.aliveSince } },
      { projection: { _id: 1 } },
    );
    if (older) throw new AppError('unavailable', undefined, { retryAfterSeconds: OLD_NODE_RETRY_SECONDS });
  }

  /** The nodes with a recent heartbeat. */
  async living(): Promise<Array<{ id: string; version: string; seenAt: string }>> {
    const found = await this.nodes
      .find({ at: trusted({ $gt: this.aliveSince }) })
      .sort({ _id: 1 })
      .lean();
    return found.map(({ _id: id, version = '0.1.0', at }) => ({ id, version, seenAt: at.toISOString() }));
  }

  /** The same as of the last heartbeat, at most 5 seconds ago: for data that an older node only reads later. */
  allSpoke(protocol: number): boolean {
    return this.leastSpoken >= protocol;
  }

  /** No other node is on this database, or only a new one that allows for this one (R3). */
  get isAlone(): boolean {
    return performance.now() < this.aloneUntil;
  }

  /** Another node may take itself to be alone: it has not seen this one yet, or not for long. */
  get isOverlooked(): boolean {
    const now = performance.now();
    return this.timer !== null && (now < this.newUntil || now >= this.registeredUntil);
  }

  /** The present time by the database's clock, in milliseconds, as of this node's last heartbeat. */
  get databaseNow(): number {
    return performance.now() + this.databaseAheadMs;
  }

  /** Earlier heartbeats are of nodes that have ended. */
  private get aliveSince(): Date {
    return new Date(this.databaseNow - ALIVE_MS);
  }

  private async renew(): Promise<void> {
    const began = performance.now();
    // Times are the database's: nodes' clocks differ.
    const { upsertedCount } = await this.nodes.collection.updateOne(
      { _id: this.id as never },
      { $set: { protocol: PROTOCOL, version: VERSION }, $currentDate: { at: true } },
      { upsert: true },
    );
    const renewed = performance.now();
    // By an index: the server's queries need no scan.
    const known = await this.nodes.find({ _id: trusted({ $gt: '' }) }).lean();
    const own = known.find(({ _id }) => _id === this.id);
    const others = known.filter((node) => node !== own);
    // A dead node counts, too, until it is removed: it may have announced work that it did not finish.
    this.aloneUntil = own && others.length === 0 ? began + SURE_MS : 0;
    if (upsertedCount > 0 && others.length > 0) this.newUntil = performance.now() + NEWCOMER_MS;
    if (!own) return;
    this.registeredUntil = began + SURE_MS;
    this.databaseAheadMs = own.at.getTime() - renewed;
    const { aliveSince } = this;
    this.leastSpoken = Math.min(
      ...known.filter(({ at }) => at >= aliveSince).map(({ protocol }) => protocol),
    );
    if (others.some(({ at }) => at < aliveSince))
      await this.nodes.collection.deleteMany({ at: { $lt: aliveSince } });
  }
}
