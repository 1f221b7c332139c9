import { type Connection, type Model, Schema, trusted } from 'mongoose';
import { deleteInParts } from '../../database/delete-in-parts';
import { rowsOf } from '../../database/rows';

/** Someone's choice for one task; without a row they follow it if they are involved. */
interface FollowDocument {
  /** `<taskId>/<userId>` */
  _id: string;
  taskId: string;
  userId: string;
  mode: 'follow' | 'mute';
}

/** People's choices for one task, by user. */
export type FollowModes = Map<string, FollowDocument['mode']>;

const followSchema = new Schema<FollowDocument>(
  {
    _id: { type: String, required: true },
    taskId: { type: String, required: true },
    userId: { type: String, required: true },
    mode: { type: String, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
followSchema.index({ taskId: 1 });
followSchema.index({ userId: 1 });

const idOf = (taskId: string, userId: string) => `${taskId}/${userId}`;

export class FollowingStore {
  private readonly model: Model<FollowDocument>;

  constructor(connection: Connection) {
    this.model = connection.model<FollowDocument>('Follow', followSchema, 'follows');
  }

  async set(taskId: string, userId: string, mode: 'auto' | 'follow' | 'mute'): Promise<void> {
    const _id = idOf(taskId, userId);
    if (mode === 'auto') await this.model.deleteOne({ _id });
    else await this.model.updateOne({ _id }, { $set: { taskId, userId, mode } }, { upsert: true });
  }

  /** People's choices for these tasks, by task and user. */
  async ofTasks(taskIds: readonly string[]): Promise<Map<string, FollowModes>> {
    const found = await this.model.find({ taskId: trusted({ $in: [...taskIds] }) }).lean();
    const modes = new Map<string, FollowModes>();
    for (const { taskId, userId, mode } of found) {
      const known = modes.get(taskId);
      if (known) known.set(userId, mode);
      else modes.set(taskId, new Map([[userId, mode]]));
    }
    return modes;
  }

  /** Those of these tasks that someone has muted. */
  async mutedBy(userId: string, taskIds: readonly string[]): Promise<Set<string>> {
    const ids = [...new Set(taskIds)].map((taskId) => idOf(taskId, userId));
    if (ids.length === 0) return new Set();
    const found = await this.model.find({ _id: trusted({ $in: ids }), mode: 'mute' }).lean();
    return new Set(found.map(({ taskId }) => taskId));
  }

  async removeAllOfTasks(taskIds: readonly string[]): Promise<void> {
    await deleteInParts(rowsOf(this.model), { taskId: { $in: [...taskIds] } });
  }

  async removeAllOfUser(userId: string): Promise<void> {
    await this.model.deleteMany({ userId });
  }
}
