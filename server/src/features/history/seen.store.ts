import { type Connection, type Model, Schema } from 'mongoose';
import type { ChangesOf } from '../../database/connect';
import { isDuplicateKey } from '../../database/duplicate-key';
import { findAll } from '../../database/joined-reads';
import { RememberedReads } from '../../database/remembered-reads';

/** Up to which version someone has seen a board; kept for people who leave and come back. */
interface SeenDocument {
  /** `<projectId>/<userId>` */
  _id: string;
  projectId: string;
  userId: string;
  v: number;
}

const seenSchema = new Schema<SeenDocument>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    userId: { type: String, required: true },
    v: { type: Number, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
seenSchema.index({ projectId: 1 });
seenSchema.index({ userId: 1 });

/** Reads and writes of the versions that people have seen. */
export class SeenStore {
  private readonly model: Model<SeenDocument>;
  private readonly reads: RememberedReads<string, number>;

  constructor(connection: Connection, changesOf: ChangesOf) {
    this.model = connection.model<SeenDocument>('Seen', seenSchema, 'seens');
    this.reads = new RememberedReads([this.model.collection.name], changesOf, (ids) => this.readMany(ids));
  }

  /** 0 for a user who has never seen it. */
  seenV(projectId: string, userId: string): Promise<number> {
    return this.reads.read(idOf(projectId, userId));
  }

  /** @returns false when that version had been seen before */
  async raise(projectId: string, userId: string, v: number): Promise<boolean> {
    const write = () =>
      this.model.updateOne(
        { _id: idOf(projectId, userId), projectId },
        { $max: { v }, $setOnInsert: { userId } },
        { upsert: true },
      );
    const { modifiedCount, upsertedCount } = await write().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      // Another first write has just made the row.
      return write();
    });
    return modifiedCount + upsertedCount > 0;
  }

  async removeAllOfProject(projectId: string): Promise<void> {
    await this.model.deleteMany({ projectId });
  }

  async removeAllOfUser({ _id: userId }: { _id: string }): Promise<void> {
    await this.model.deleteMany({ userId });
  }

  private async readMany(ids: readonly string[]): Promise<number[]> {
    const projectIds = [...new Set(ids.map((id) => id.split('/', 1)[0]))];
    const filter = { _id: { $in: ids }, projectId: { $in: projectIds } };
    const found = await findAll(this.model.collection, filter, { projection: { v: 1 } });
    const seen = new Map(found.map(({ _id, v }) => [String(_id), v as number]));
    return ids.map((id) => seen.get(id) ?? 0);
  }
}

function idOf(projectId: string, userId: string): string {
  return `${projectId}/${userId}`;
}
