import type { LabelColour } from '@livelane/shared/labels/label.values';
import { type Connection, type Model, Schema } from 'mongoose';

/** The latest restoration of a label. */
export interface LabelReturn {
  id: string;
  by: string;
  /** Present while some of the cards that lost the label may not have it yet. */
  at?: Date;
  removedAt: Date;
  into?: string;
}

/** A label of a workspace; a removed one stays, since offline edits may still name it. */
export interface LabelDocument {
  _id: string;
  workspaceId: string;
  name: string;
  colour: LabelColour;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  /** `<workspaceId> <name in lower case>`, while it lives: each name once. */
  nameKey?: string;
  /** `<workspaceId> <number>`, while it lives: so many a workspace. */
  slot?: string;
  /** Absent while it lives; a filter asks for null. */
  removedAt?: Date | null;
  removedBy?: string;
  /** The label that took its place. */
  into?: string;
  /** Cards may still have it. */
  isOnCards?: boolean;
  /** Kept when it is done: a removal that comes late has it done again. */
  returning?: LabelReturn;
}

const labelSchema = new Schema<LabelDocument>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    colour: { type: String, required: true },
    createdBy: { type: String, required: true },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
    nameKey: { type: String },
    slot: { type: String },
    removedAt: { type: Date },
    removedBy: { type: String },
    into: { type: String },
    isOnCards: { type: Boolean },
    returning: { type: Object },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
labelSchema.index({ workspaceId: 1 });
// These two decide races for a name and for the last places.
labelSchema.index({ nameKey: 1 }, { unique: true, sparse: true });
labelSchema.index({ slot: 1 }, { unique: true, sparse: true });
labelSchema.index({ isOnCards: 1 }, { sparse: true });
labelSchema.index({ 'returning.at': 1 }, { sparse: true });

export type LabelModel = Model<LabelDocument>;

export function labelModel(connection: Connection): LabelModel {
  return connection.model<LabelDocument>('Label', labelSchema, 'labels');
}
