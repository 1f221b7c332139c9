import type { OpType } from '@livelane/shared/boards/op.schema';
import { type Connection, type Model, type mongo, Schema } from 'mongoose';
import { isDuplicateKey } from '../database/duplicate-key';
import type { OpDocument, OpModel } from './op.model';

/** Versions that one document covers. */
export const POSTINGS_OPS = 1_000;
/** Documents in the first read: usually the latest has a whole page. */
const FIRST_READ = 2;
const READ_GROWTH = 4;
const LARGEST_READ = 64;
const BYTES_A_NUMBER = 2;

/** Author and type of `POSTINGS_OPS` versions as an inverted index, written once for all of them. */
interface PostingsDocument {
  /** `<projectId>/<n>` */
  _id: string;
  projectId: string;
  /** It covers the versions from n × POSTINGS_OPS + 1 on. */
  n: number;
  /** The authors in all lists: shows without reading these that none matches. */
  actors: string[];
  types: OpType[];
  /**
   * For each pair of a person and a type that occurs: the places of both above, how many versions follow, and how far
   * each of these lies after n × POSTINGS_OPS, ascending; 16 bits each, little-endian.
   */
  lists: mongo.Binary;
}

const postingsSchema = new Schema<PostingsDocument>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    n: { type: Number, required: true },
    actors: { type: [String], required: true },
    types: { type: [String], required: true },
    lists: { type: Buffer, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
postingsSchema.index({ projectId: 1, n: 1 }, { unique: true });

/** The wanted ops of a project, by author, by types or both; versions are exclusive. */
interface PostingsFilter {
  beforeV: number;
  afterV: number;
  actorId?: string | undefined;
  types?: readonly OpType[] | undefined;
}

interface Options {
  /** Called with the reason why a project's postings are behind: its activity is found, but more slowly. */
  onBehind?: (projectId: string, error: unknown) => void;
}

/**
 * Finds ops by person and type (SPEC.md#history). Indexes of the log itself would do so as well, but each of them slows
 * down every write to a long log.
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

  /** The latest matching covered versions, newest first. */
  async latest(
    projectId: string,
    { beforeV, afterV, actorId, types }: PostingsFilter,
    limit: number,
  ): Promise<number[]> {
    const fits = (actor: string, type: OpType) =>
      (actorId === undefined || actor === actorId) && (!types || types.includes(type));
    const narrow = {
      ...(actorId !== undefined && { actors: actorId }),
      ...(types && { types: { $in: types } }),
    };
    const lowest = Math.floor(afterV / POSTINGS_OPS);
    let highest = Math.floor((beforeV - 1) / POSTINGS_OPS);
    const found: number[] = [];
    for (
      let wanted = FIRST_READ;
      found.length < limit;
      wanted = Math.min(wanted * READ_GROWTH, LARGEST_READ)
    ) {
      const documents = (await this.model.collection
        .find(
          { projectId, n: { $gte: lowest, $lte: highest }, ...narrow },
          { projection: { n: 1, actors: 1, types: 1, lists: 1 }, sort: { n: -1 }, limit: wanted },
        )
        .toArray()) as unknown as PostingsDocument[];
      for (const document of documents) {
        const versions = versionsIn(document, fits).filter((v) => v < beforeV && v > afterV);
        found.push(...versions.sort((a, b) => b - a));
      }
      if (documents.length < wanted) break;
      highest = (documents.at(-1)?.n ?? 0) - 1;
    }
    return found.slice(0, limit);
  }

  /** Covers the log. Never rejects: ops that are not covered yet are found in the log itself. */
  bringUpToDate(projectId: string): Promise<void> {
    let building = this.building.get(projectId);
    if (!building) {
      building = this.cover(projectId)
        .catch((error: unknown) => this.onBehind(projectId, error))
        .finally(() => this.building.delete(projectId));
      this.building.set(projectId, building);
    }
    return building;
  }

  private async cover(projectId: string): Promise<void> {
    const coveredV = (await this.coveredV(projectId)) || (await this.oldestV(projectId)) - 1;
    let n = Math.floor(coveredV / POSTINGS_OPS);
    while (await this.isWhole(projectId, n)) await this.write(projectId, n++);
  }

  private async oldestV(projectId: string): Promise<number> {
    const first = await this.ops.collection.findOne(
      { projectId, v: { $gt: 0 } },
      { projection: { v: 1 }, sort: { v: 1 } },
    );
    return (first?.v as number | undefined) ?? 1;
  }

  /** True if the last op of these versions is there for good: no fail-over can undo it. */
  private async isWhole(projectId: string, n: number): Promise<boolean> {
    const last = { projectId, v: (n + 1) * POSTINGS_OPS };
    return (
      (await this.ops.collection.findOne(last, { projection: { v: 1 }, readConcern: 'majority' })) !== null
    );
  }

  private async write(projectId: string, n: number): Promise<void> {
    const ops = await this.ops.collection
      .find(
        { projectId, v: { $gt: n * POSTINGS_OPS, $lte: (n + 1) * POSTINGS_OPS } },
        { projection: { _id: 0, v: 1, actorId: 1, type: 1 }, sort: { v: 1 } },
      )
      .toArray();
    const lists = new Map<string, PostingsList>();
    for (const { v, actorId, type } of ops as unknown as Pick<OpDocument, 'v' | 'actorId' | 'type'>[]) {
      const key = `${actorId} ${type}`;
      const list = lists.get(key) ?? { actorId, type, versions: [] };
      list.versions.push(v);
      lists.set(key, list);
    }
    const document = { _id: `${projectId}/${n}`, projectId, n, ...packed(n, [...lists.values()]) };
    try {
      await this.model.collection.insertOne(document as never);
    } catch (error) {
      // Another node has written the same document.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Removes postings of ops that were folded away (R25). */
  async removeUpTo(projectId: string, v: number): Promise<void> {
    await this.model.collection.deleteMany({ projectId, n: { $lt: Math.floor(v / POSTINGS_OPS) } });
  }

  async removeProject(projectId: string): Promise<void> {
    await this.model.collection.deleteMany({ projectId });
  }
}

/** The versions of one person's ops of one type, ascending. */
interface PostingsList {
  actorId: string;
  type: OpType;
  versions: number[];
}

function packed(n: number, lists: readonly PostingsList[]) {
  const actors = [...new Set(lists.map(({ actorId }) => actorId))];
  const types = [...new Set(lists.map(({ type }) => type))];
  const numbers = lists.flatMap(({ actorId, type, versions }) => [
    actors.indexOf(actorId),
    types.indexOf(type),
    versions.length,
    ...versions.map((v) => v - n * POSTINGS_OPS),
  ]);
  const bytes = Buffer.alloc(numbers.length * BYTES_A_NUMBER);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16LE(number, index * BYTES_A_NUMBER);
  return { actors, types, lists: bytes };
}

/** The versions in the lists that fit, in the order of the lists. */
function versionsIn(
  { n, actors, types, lists }: PostingsDocument,
  fits: (actorId: string, type: OpType) => boolean,
): number[] {
  const bytes = Buffer.from(lists.value());
  const at = (place: number) => bytes.readUInt16LE(place * BYTES_A_NUMBER);
  const found: number[] = [];
  for (let place = 0; place * BYTES_A_NUMBER < bytes.length; ) {
    const [first, end] = [place + HEADER_NUMBERS, place + HEADER_NUMBERS + at(place + 2)];
    if (fits(actors[at(place)] as string, types[at(place + 1)] as OpType))
      for (let each = first; each < end; each++) found.push(n * POSTINGS_OPS + at(each));
    place = end;
  }
  return found;
}
/** Person, type and length of a list. */
const HEADER_NUMBERS = 3;
