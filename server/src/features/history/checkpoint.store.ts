import { gunzipSync, gzipSync } from 'node:zlib';
import { withFieldDefaults } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type Connection, type Model, mongo, Schema } from 'mongoose';
import { deleteInParts } from '../../database/delete-in-parts';
import { rowsOf } from '../../database/rows';
import { weigh } from '../boards/board.replica';

/** Tasks in one document: packed in a millisecond or two, and nearly always far below a document's limit of 16 MB. */
const TASKS_IN_PART = 500;
/** Packed tasks in one document at most, in bytes: so near the limit that a former version saves the same parts, or none. */
const MAX_PART_BYTES = 15_000_000;
/** Quick: ids, which do not get smaller, are most of it. */
const GZIP_LEVEL = 1;

/** A part of a board at one version (R25). Part 0 is written last: only all parts together are a checkpoint. */
interface CheckpointDocument {
  /** `<projectId>/<v>/<part>` */
  _id: string;
  projectId: string;
  v: number;
  part: number;
  parts: number;
  /** When that version came to be, ISO 8601. */
  at: string;
  /** A JSON array of tasks, packed by gzip. */
  tasks: Buffer;
  /** How often the tasks have been written; absent in parts of former versions. */
  writes?: number;
}

const checkpointSchema = new Schema<CheckpointDocument>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    v: { type: Number, required: true },
    part: { type: Number, required: true },
    parts: { type: Number, required: true },
    at: { type: String, required: true },
    tasks: { type: Buffer, required: true },
    writes: { type: Number },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
checkpointSchema.index({ projectId: 1, part: 1, v: 1 });

/** A whole board at one version. */
export interface Checkpoint {
  v: number;
  at: string;
  tasks: StoredTask[];
}

/** Reads and writes of checkpoints. */
export class CheckpointStore {
  private readonly model: Model<CheckpointDocument>;

  constructor(connection: Connection) {
    this.model = connection.model<CheckpointDocument>('Checkpoint', checkpointSchema, 'checkpoints');
  }

  /** The version of the latest checkpoint that is not after `v`; 0 when there is none. */
  async latestV(projectId: string, v: number): Promise<number> {
    return (await this.latestParts(projectId, v, {}))?.v ?? 0;
  }

  /** The latest checkpoint that is not after `v`. */
  async latest(projectId: string, v: number): Promise<Checkpoint | null> {
    const found = await this.latestParts(projectId, v, { tasks: 1, at: 1 });
    if (!found) return null;
    const tasks = found.parts.flatMap((part) => unpack(part.tasks));
    return { v: found.v, at: String(found.parts[0]?.at), tasks };
  }

  /** All parts of the latest complete one: others may just be being written or removed. */
  private async latestParts(projectId: string, v: number, fields: Record<string, 1>) {
    const rows = this.model.collection;
    for (let before = v; ; ) {
      const first = await rows.findOne(
        { projectId, part: 0, v: { $lte: before } },
        { projection: { v: 1, parts: 1 }, sort: { v: -1 } },
      );
      if (!first) return null;
      const firstV = first.v as number;
      const parts = await rows
        .find({ projectId, part: { $gte: 0 }, v: firstV }, { projection: { _id: 1, ...fields } })
        .toArray();
      if (parts.length === first.parts) return { v: firstV, parts };
      before = firstV - 1;
    }
  }

  /** Writing it again is harmless: it follows from the log. */
  async save(projectId: string, { v, at, tasks }: Checkpoint): Promise<void> {
    const parts = inParts(tasks);
    for (const [part, some] of [...parts.entries()].reverse()) {
      await this.model.collection.updateOne(
        { _id: `${projectId}/${v}/${part}` as never },
        {
          $set: { projectId, v, part, parts: parts.length, at, tasks: pack(some) },
          $inc: { writes: 1 },
        },
        { upsert: true },
      );
    }
  }

  /** Rewrites these tasks in every checkpoint of a project; parts without them stay unchanged. */
  async rewrite(
    projectId: string,
    taskIds: ReadonlySet<string>,
    change: (task: StoredTask) => StoredTask,
  ): Promise<void> {
    const rows = rowsOf(this.model);
    for await (const { _id } of rows.find({ projectId }, { projection: { _id: 1 } }))
      while (!(await this.rewritePart({ _id, projectId }, taskIds, change)));
  }

  /** @returns false when it was written meanwhile: a text that another node has just erased there would come back */
  private async rewritePart(
    which: Pick<CheckpointDocument, '_id' | 'projectId'>,
    taskIds: ReadonlySet<string>,
    change: (task: StoredTask) => StoredTask,
  ): Promise<boolean> {
    const rows = rowsOf(this.model);
    const part = await rows.findOne(which, { projection: { tasks: 1, writes: 1 } });
    const tasks = part ? unpack(part.tasks) : [];
    if (!part || !tasks.some(({ id }) => taskIds.has(id))) return true;
    const changed = tasks.map((task) => (taskIds.has(task.id) ? change(task) : task));
    const { matchedCount } = await rows.updateOne(
      { ...which, writes: part.writes ?? { $exists: false } },
      { $set: { tasks: pack(changed) as never }, $inc: { writes: 1 } },
    );
    return matchedCount === 1;
  }

  /** Removes those before `v`, from which no past board is read any more. */
  async removeBefore(projectId: string, v: number): Promise<void> {
    await deleteInParts(rowsOf(this.model), { projectId, part: { $gte: 0 }, v: { $lt: v } });
  }

  async removeAllOfProject(projectId: string): Promise<void> {
    await deleteInParts(rowsOf(this.model), { projectId });
  }
}

/** At least one part, without tasks if there are none. */
function inParts(tasks: readonly StoredTask[]): Array<readonly StoredTask[]> {
  const parts = [];
  for (let from = 0; from === 0 || from < tasks.length; from += TASKS_IN_PART)
    parts.push(...halved(tasks.slice(from, from + TASKS_IN_PART)));
  return parts;
}

/** Halved until each half fits into a document. */
function halved(tasks: readonly StoredTask[]): Array<readonly StoredTask[]> {
  if (tasks.length < 2 || fits(tasks)) return [tasks];
  const half = Math.ceil(tasks.length / 2);
  return [...halved(tasks.slice(0, half)), ...halved(tasks.slice(half))];
}

function fits(tasks: readonly StoredTask[]): boolean {
  const weight = tasks.reduce((sum, task) => sum + weigh(task), 0);
  // Hardly any tasks have to be packed to know: packed, a character never takes twice what it does in memory.
  return 2 * weight <= MAX_PART_BYTES || pack(tasks).length() <= MAX_PART_BYTES;
}

function pack(tasks: readonly StoredTask[]): mongo.Binary {
  return new mongo.Binary(gzipSync(JSON.stringify(tasks), { level: GZIP_LEVEL }));
}

function unpack(packed: unknown): StoredTask[] {
  const bytes = packed instanceof mongo.Binary ? packed.buffer : (packed as Uint8Array);
  return (JSON.parse(gunzipSync(bytes).toString()) as StoredTask[]).map(withFieldDefaults);
}
