import { randomUUID } from 'node:crypto';
import { PROTOCOL } from '@livelane/shared/http/protocol';
import { type Connection, type Model, trusted } from 'mongoose';
import type { Logger } from 'pino';
import { AppError } from '../http/errors';
import { differingSettings } from '../setting-digests';
import { VERSION } from '../version';
import { aliveSince, livingNodes, type NodeDescription, type NodeDocument, nodeModel } from './node.model';

/** Interval of a node's heartbeat (R22). */
const RENEW_MS = 5_000;
/** How long a node relies on its last look at the others, and on its own heartbeat, from when it began. */
const SURE_MS = 10_000;
/** How long a new node assumes that another one has not seen it yet. */
const NEWCOMER_MS = 15_000;
/** `Retry-After` while an older node lives, in seconds. */
const OLD_NODE_RETRY_SECONDS = 5;

/** The living nodes on this database, and their protocols: nobody writes an op that one of them cannot read (R22). */
export class NodeRegistry {
  private readonly id = randomUUID();
  private readonly nodes: Model<NodeDocument>;
  private description: NodeDescription | undefined;
  private timer: NodeJS.Timeout | null = null;
  private renewed: () => void = () => undefined;
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

  /** Calls back after each heartbeat: the majority of the database's servers has taken a write then. */
  onRenewed(renewed: () => void): void {
    this.renewed = renewed;
  }

  /**
   * Sends this node's first heartbeat, and then one at each interval. Logs in which settings other nodes differ.
   * @param description absent: the others learn no more than this node's version
   * @param isOnlyNode no other lives: those in the database were killed
   */
  async start(description?: NodeDescription, isOnlyNode = false): Promise<void> {
    this.description = description;
    await this.renew();
    if (description && !isOnlyNode) await this.compareSettings(description);
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
    const found = await livingNodes(this.nodes, this.databaseNow);
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

  private get aliveSince(): Date {
    return aliveSince(this.databaseNow);
  }

  private async compareSettings({ settings: own }: NodeDescription): Promise<void> {
    for (const { _id, name, settings } of await livingNodes(this.nodes, this.databaseNow)) {
      const differing = settings && differingSettings(own, settings);
      if (differing?.length)
        this.logger.warn(
          { node: name, nodeId: _id, settings: differing },
          'another node has other values of these settings: give every node the same',
        );
    }
  }

  private async renew(): Promise<void> {
    const began = performance.now();
    // Times are the database's: nodes' clocks differ.
    const { upsertedCount } = await this.nodes.collection.updateOne(
      { _id: this.id as never },
      {
        $set: { protocol: PROTOCOL, version: VERSION },
        $setOnInsert: { ...this.description },
        $currentDate: { at: true },
      },
      { upsert: true },
    );
    const renewedAt = performance.now();
    this.renewed();
    // By an index: the server's queries need no scan.
    const known = await this.nodes.find({ _id: trusted({ $gt: '' }) }).lean();
    const own = known.find(({ _id }) => _id === this.id);
    const others = known.filter((node) => node !== own);
    // A dead node counts, too, until it is removed: it may have announced work that it did not finish.
    this.aloneUntil = own && others.length === 0 ? began + SURE_MS : 0;
    if (upsertedCount > 0 && others.length > 0) this.newUntil = performance.now() + NEWCOMER_MS;
    if (!own) return;
    this.registeredUntil = began + SURE_MS;
    this.databaseAheadMs = own.at.getTime() - renewedAt;
    const { aliveSince } = this;
    this.leastSpoken = Math.min(
      ...known.filter(({ at }) => at >= aliveSince).map(({ protocol }) => protocol),
    );
    if (others.some(({ at }) => at < aliveSince))
      await this.nodes.collection.deleteMany({ at: { $lt: aliveSince } });
  }
}
