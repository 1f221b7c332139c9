import { randomUUID } from 'node:crypto';
import { type Connection, type Model, Schema, trusted } from 'mongoose';
import { isDuplicateKey } from '../database/duplicate-key';

/** How long a node holds a task without a sign of life. */
const HELD_MS = 6_000;
/** By how much the clocks of the database's servers may differ. */
const CLOCK_DIFFERENCE_MS = 60_000;

interface LeaseDocument {
  /** The name of the task. */
  _id: string;
  holder: string;
  /** By the database's clock: nodes need not agree on the time. */
  until: Date;
}

const leaseSchema = new Schema<LeaseDocument>(
  {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    until: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);

/**
 * Lets one node of an installation do work that need not be done twice. A hint: work that must not happen twice is
 * guarded by the database as well.
 */
export class Lease {
  private readonly holder = randomUUID();
  private readonly leases: Model<LeaseDocument>;
  private until = 0;

  /** @param databaseNow the present time by the database's clock, which goes back when another server takes over */
  constructor(
    connection: Connection,
    private readonly name: string,
    private readonly databaseNow: () => number,
  ) {
    this.leases =
      (connection.models.Lease as Model<LeaseDocument> | undefined) ??
      connection.model<LeaseDocument>('Lease', leaseSchema, 'leases');
  }

  /** True while this node holds it; takes it if nobody does. Each call renews it, once a third of it is over. */
  async hold(): Promise<boolean> {
    const now = this.databaseNow();
    // A clock that was set back would hold it for longer than others let it be held.
    const since = this.until - HELD_MS;
    if (now >= since && now < since + HELD_MS / 3) return true;
    const until = new Date(now + HELD_MS);
    const mine = { holder: this.holder };
    const over = { until: trusted({ $lt: new Date(now) }) };
    // By a clock that was ahead, of a node that died.
    const impossible = { until: trusted({ $gt: new Date(now + HELD_MS + CLOCK_DIFFERENCE_MS) }) };
    try {
      await this.leases.updateOne(
        { _id: this.name, $or: [mine, over, impossible] },
        { $set: { ...mine, until } },
        { upsert: true },
      );
      this.until = until.getTime();
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      this.until = 0;
      return false;
    }
  }

  /** Lets another node take it at once. */
  async release(): Promise<void> {
    this.until = 0;
    await this.leases.deleteOne({ _id: this.name, holder: this.holder });
  }
}
