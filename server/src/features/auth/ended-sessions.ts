import type { SessionEnded } from '@livelane/shared/realtime/messages.schema';
import { type Connection, type Model, Schema, trusted } from 'mongoose';

/** How long an end is remembered, in seconds: far longer than a node may be cut off and go on serving. */
const KEPT_SECONDS = 60 * 60;
/** Ends are queried from this long before the latest known one: they may become visible out of order. */
const OVERLAP_MS = 10_000;

interface EndedSessionDocument {
  /** The session's id, which never comes back. */
  _id: string;
  reason: SessionEnded['reason'];
  /** By the database's clock: nodes need not agree on the time. */
  endedAt: Date;
}

const endedSessionSchema = new Schema<EndedSessionDocument>(
  {
    _id: { type: String, required: true },
    reason: { type: String, required: true },
    endedAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
endedSessionSchema.index({ endedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });

/** Sessions that ended recently, for every node to see: the sockets of a session may be on any of them. */
export class EndedSessions {
  private readonly model: Model<EndedSessionDocument>;
  /** The latest end that this node has seen, by the database's clock, and not after its present time. */
  private latest = 0;

  /** @param databaseNow the present time by the database's clock, which goes back when another server takes over */
  constructor(
    connection: Connection,
    private readonly databaseNow: () => number,
  ) {
    this.model = connection.model<EndedSessionDocument>('EndedSession', endedSessionSchema, 'endedsessions');
  }

  /** Called before the session itself is deleted: if the process dies in between, its sockets only reconnect. */
  async remember(sessionIds: readonly string[], reason: SessionEnded['reason']): Promise<void> {
    if (sessionIds.length === 0) return;
    const update = { $set: { reason }, $currentDate: { endedAt: true } } as const;
    await this.model.bulkWrite(
      sessionIds.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
    );
  }

  /** Sessions that have ended since the last call or a little before it, and why. */
  async latestEnds(): Promise<Map<string, SessionEnded['reason']>> {
    const now = this.databaseNow();
    // Under a clock that was set back sessions may have ended since, at times before what has been seen: all are read.
    const since = now < this.latest ? now - KEPT_SECONDS * 1000 : this.latest - OVERLAP_MS;
    let latest = Math.min(this.latest, now);
    const found = await this.model.find({ endedAt: trusted({ $gt: new Date(since) }) }).lean();
    for (const { endedAt } of found) latest = Math.max(latest, endedAt.getTime());
    this.latest = Math.min(latest, now);
    return new Map(found.map(({ _id, reason }) => [_id, reason]));
  }
}
