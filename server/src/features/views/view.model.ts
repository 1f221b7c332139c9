import type { View } from '@livelane/shared/views/view.schema';
import { type Connection, type Model, Schema } from 'mongoose';

export interface ViewDocument extends Omit<View, 'id'> {
  _id: string;
  /** `<owner or project> <number>`: limits the views of each. */
  slot: string;
}

const viewSchema = new Schema<ViewDocument>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, default: null },
    isShared: { type: Boolean, required: true },
    name: { type: String, required: true },
    filter: { type: Schema.Types.Mixed, required: true },
    grouping: { type: String, required: true },
    createdBy: { type: String, required: true },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
    slot: { type: String, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw', minimize: false },
);
viewSchema.index({ projectId: 1 });
viewSchema.index({ createdBy: 1 });
// Decides races for the last place.
viewSchema.index({ slot: 1 }, { unique: true });

export type ViewModel = Model<ViewDocument>;

export function viewModel(connection: Connection): ViewModel {
  return connection.model<ViewDocument>('View', viewSchema, 'views');
}
