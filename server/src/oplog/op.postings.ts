import type { OpType } from '@livelane/shared/boards/op.schema';
import { type Connection, type Model, type mongo, Schema } from 'mongoose';
import { isDuplicateKey } from '../database/duplicate-key';
import type { OpDocument, OpModel } from './op.model';

/** Versions that one document covers. */
export const POSTINGS_OPS = 1_000;
/** Documents that are read at once: mostly the latest has a whole page. */
const FIRST_READ = 2;
const READ_GROWTH = 4;
const LARGEST_READ = 64;
const BYTES_A_VERSION = 2;

/** Which of `POSTINGS_OPS` versions are by whom, and of which type: an inverted index, written once for all of them. */
interface PostingsDocument {
  /** `<projectId>/<n>` */
  _id: string;
  projectId: string;
  /** It covers the versions from n × POSTINGS_OPS + 1 on. */
  n: number;
  /** What can be asked for: each type, each person's id, and both together. */
  keys: string[];
  lists: PostingsList[];
}

interface PostingsList {
  actorId: string;
  type: OpType;
  /** How far each version lies after n × POSTINGS_OPS, ascending, 16 bits each. */
  versions: mongo.Binary;
}

const postingsSchema = new Schema<PostingsDocument>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    n: { type: Number, required: true },
    keys: { type: [String], required: true },
    lists: { type: [Object], required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
postingsSchema.index({ projectId: 1, n: 1 }, { unique: true });
postingsSchema.index({ projectId: 1, keys: 1, n: 1 });

/** Which ops of a project are wanted, by whom, of what types or both; versions are exclusive. */
interface PostingsFilter {
  beforeV: number;
  afterV: number;
  actorId?: string | undefined;
  types?: readonly OpType[] | undefined;
}

interface Options {
  /** Hears why a project's postings are behind: its activity is found, but more slowly. */
  onBehind?: (projectId: string, error: unknown) => void;
}

/**
 * Finds ops by person and type (SPEC.md#history). Indexes of the log itself would do so as well, but each of them makes every
 * write of a long log slower.
 */
export class OpPostings {
  private readonly model: Model<PostingsDocument>;
  private readonly building = new Map<string, Promise<void>>();
  private readonly onBehind: (projectId: string, error: unknown) => void;

  constructor(
    connection: Connection,
    private readonly ops: OpModel,
    { onBehind = () => undefined }: Options = {},
  ) {
    this.model = connection.model<PostingsDocument>('OpPostings', postingsSchema, 'oppostings');
    this.onBehind = onBehind;
  }

  /** Versions up to this one are covered, as far as they are kept; 0 when none is. */
  async coveredV(projectId: string): Promise<number> {
    const last = await this.model.collection.findOne(
      { projectId },
      { projection: { n: 1 }, sort: { n: -1 } },
    );
    return last ? ((last.n as number) + 1) * POSTINGS_OPS : 0;
  }

  /** The latest covered versions that fit, newest first. */
  async latest(projectId: string, filter: PostingsFilter, limit: number): Promise<number[]> {
    const { actorId, types } = filter;
    const keys = types?.map((type) => keyOf(actorId, type)) ?? [String(actorId)];
    const found = await Promise.all(keys.map((key) => this.latestOf(projectId, key, filter, limit)));
    return [...new Set(found.flat())].sort((a, b) => b - a).slice(0, limit);
  }

  private async latestOf(
    projectId: string,
    key: string,
    { beforeV, afterV, actorId, types }: PostingsFilter,
    limit: number,
  ): Promise<number[]> {
    const versions: number[] = [];
    const lowest = Math.floor(afterV / POSTINGS_OPS);
    let highest = Math.floor((beforeV - 1) / POSTINGS_OPS);
    for (
      let wanted = FIRST_READ;
      versions.length < limit;
      wanted = Math.min(wanted * READ_GROWTH, LARGEST_READ)
    ) {
      const documents = (await this.model.collection
        .find(
          { projectId, keys: key, n: { $gte: lowest, $lte: highest } },
          { projection: { n: 1, lists: 1 }, sort: { n: -1 }, limit: wanted },
        )
        .toArray()) as unknown as PostingsDocument[];
      for (const { n, lists } of documents) {
        const fitting = lists.filter(
          (list) =>
            (actorId === undefined || list.actorId === actorId) && (!types || types.includes(list.type)),
        );
        const inBlock = fitting.flatMap((list) => versionsOf(n, list));
        versions.push(...inBlock.filter((v) => v < beforeV && v > afterV).sort((a, b) => b - a));
      }
      if (documents.length < wanted) break;
      highest = (documents.at(-1)?.n ?? 0) - 1;
    }
    return versions;
  }

  /** Covers what is in the log up to `headV`. Never rejects: what is not covered yet is found in the log. */
  bringUpToDate(projectId: string, headV: number): Promise<void> {
    let building = this.building.get(projectId);
    if (!building) {
      building = this.cover(projectId, headV)
        .catch((error: unknown) => this.onBehind(projectId, error))
        .finally(() => this.building.delete(projectId));
      this.building.set(projectId, building);
    }
    return building;
  }

  private async cover(projectId: string, headV: number): Promise<void> {
    const coveredV = (await this.coveredV(projectId)) || (await this.oldestV(projectId)) - 1;
    for (let n = Math.floor(coveredV / POSTINGS_OPS); (n + 1) * POSTINGS_OPS <= headV; n++)
      await this.write(projectId, n);
  }

  private async oldestV(projectId: string): Promise<number> {
    const first = await this.ops.collection.findOne(
      { projectId, v: { $gt: 0 } },
      { projection: { v: 1 }, sort: { v: 1 } },
    );
    return (first?.v as number | undefined) ?? 1;
  }

  private async write(projectId: string, n: number): Promise<void> {
    const ops = await this.ops.collection
      .find(
        { projectId, v: { $gt: n * POSTINGS_OPS, $lte: (n + 1) * POSTINGS_OPS } },
        { projection: { _id: 0, v: 1, actorId: 1, type: 1 }, sort: { v: 1 } },
      )
      .toArray();
    const lists = new Map<string, { actorId: string; type: OpType; versions: number[] }>();
    for (const { v, actorId, type } of ops as unknown as Pick<OpDocument, 'v' | 'actorId' | 'type'>[]) {
      const key = keyOf(actorId, type);
      const list = lists.get(key) ?? { actorId, type: type as OpType, versions: [] };
      list.versions.push(v - n * POSTINGS_OPS);
      lists.set(key, list);
    }
    const all = [...lists.values()];
    const keys = new Set([...lists.keys(), ...all.flatMap(({ actorId, type }) => [actorId, type])]);
    const document = {
      _id: `${projectId}/${n}`,
      projectId,
      n,
      keys: [...keys],
      lists: all.map(({ versions, ...of }) => ({ ...of, versions: packed(versions) })),
    };
    try {
      await this.model.collection.insertOne(document as never);
    } catch (error) {
      // Another node has written the same.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Of ops that were folded away (R25). */
  async removeUpTo(projectId: string, v: number): Promise<void> {
    await this.model.collection.deleteMany({ projectId, n: { $lt: Math.floor(v / POSTINGS_OPS) } });
  }

  async removeProject(projectId: string): Promise<void> {
    await this.model.collection.deleteMany({ projectId });
  }
}

const keyOf = (actorId: string | undefined, type: string): string =>
  actorId === undefined ? type : `${actorId} ${type}`;

function packed(versions: readonly number[]): Buffer {
  const bytes = Buffer.alloc(versions.length * BYTES_A_VERSION);
  for (const [index, version] of versions.entries()) bytes.writeUInt16LE(version, index * BYTES_A_VERSION);
  return bytes;
}

function versionsOf(n: number, { versions }: PostingsList): number[] {
  const bytes = Buffer.from(versions.value());
  return Array.from(
    { length: bytes.length / BYTES_A_VERSION },
    (_, index) => n * POSTINGS_OPS + bytes.readUInt16LE(index * BYTES_A_VERSION),
  );
}
