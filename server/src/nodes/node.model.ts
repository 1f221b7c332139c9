import { type Connection, type Model, Schema, trusted } from 'mongoose';
import type { SettingDigests } from '../setting-digests';

/** How long a heartbeat counts (R22). */
const ALIVE_MS = 15_000;

/** What a node tells the others, and the operator, of itself. */
export interface NodeDescription {
  /** Machine and port. */
  name: string;
  /** What it must have in common with the others. */
  settings: SettingDigests;
}

/** Nodes of older versions lack what is optional. */
export interface NodeDocument extends Partial<NodeDescription> {
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
    name: { type: String },
    settings: { type: Schema.Types.Mixed },
    at: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);

nodeSchema.index({ at: 1 });

export function nodeModel(connection: Connection): Model<NodeDocument> {
  return connection.model<NodeDocument>('Node', nodeSchema, 'nodes');
}

/** Earlier heartbeats are of nodes that have ended. @param now by the database's clock, in milliseconds */
export function aliveSince(now: number): Date {
  return new Date(now - ALIVE_MS);
}

/** The nodes with a recent heartbeat. @param now by the database's clock, in milliseconds */
export function livingNodes(nodes: Model<NodeDocument>, now: number): Promise<NodeDocument[]> {
  return nodes
    .find({ at: trusted({ $gt: aliveSince(now) }) })
    .sort({ _id: 1 })
    .lean<NodeDocument[]>()
    .exec();
}
