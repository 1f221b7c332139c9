import { type Connection, type Model, Schema, trusted } from 'mongoose';

/** What someone has chosen for one task; without a row they follow it if they have to do with it. */
interface FollowDocument {
  /** `<taskId>/<userId>` */
  _id: string;
  taskId: string;
  userId: string;
  mode: 'follow' | 'mute';
}

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

export class FollowingStore {
  private readonly model: Model<FollowDocument>;

  constructor(connection: Connection) {
    this.model = connection.model<FollowDocument>('Follow', followSchema, 'follows');
  }

  async set(taskId: string, userId: string, mode: 'auto' | 'follow' | 'mute'): Promise<void> {
    const _id = `${taskId}/${userId}`;
    if (mode === 'auto') await this.model.deleteOne({ _id });
    else await this.model.updateOne({ _id }, { $set: { taskId, userId, mode } }, { upsert: true });
  }

  /** What people have chosen for a task, by user. */
  async ofTask(taskId: string): Promise<Map<string, 'follow' | 'mute'>> {
    const found = await this.model.find({ taskId }).lean();
    return new Map(found.map(({ userId, mode }) => [userId, mode]));
  }

  async removeAllOfTasks(taskIds: readonly string[]): Promise<void> {
    await this.model.deleteMany({ taskId: trusted({ $in: [...taskIds] }) });
  }

  async removeAllOfUser(userId: string): Promise<void> {
    await this.model.deleteMany({ userId });
  }
}
