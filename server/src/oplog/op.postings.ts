import type { OpType } from '@livelane/shared/boards/op.schema';
import { type Connection, type Model, type mongo, Schema } from 'mongoose';
import { isDuplicateKey } from '../database/duplicate-key';
import type { OpDocument, OpModel } from './op.model';
import { type Fits, listsIn, numbersIn, type PackedLists, PostingsLists } from './postings.lists';

/** Versions that one document covers. */
export const POSTINGS_OPS = 1_000;
/** Such documents in one group: what is seldom is found without reading all of them. */
const GROUP = 64;
/** Documents in the first read: usually the latest has a whole page. */
const FIRST_READ = 2;
const READ_GROWTH = 4;
const LARGEST_READ = 64;

/**
 * An inverted index of one part of a log by author and type, written once: in `oppostings` where `POSTINGS_OPS` versions
 * are, in `oppostingsgroups` in which of `GROUP` such documents.
 */
interface PostingsDocument extends PackedLists {
  /** `<projectId>/<n>` */
  _id: string;
  projectId: string;
  /** The versions from n × POSTINGS_OPS + 1 on; of a group, the documents from n × GROUP on. */
  n: number;
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
  /** Documents in one group, the same for all that is stored; tests have short logs. */
  groupSize?: number;
}

/**
 * Finds ops by person and type (SPEC.md#history). Indexes of the log itself would do so as well, but each of them slows
 * down every write to a long log.
 */
export class OpPostings {
  private readonly model: Model<PostingsDocument>;
  private readonly groups: Model<PostingsDocument>;
  private readonly building = new Map<string, Promise<void>>();
  private readonly onBehind: (projectId: string, error: unknown) => void;
  private readonly groupSize: number;

  constructor(
    connection: Connection,
    private readonly ops: OpModel,
    { onBehind = () => undefined, groupSize = GROUP }: Options = {},
  ) {
    this.model = connection.model<PostingsDocument>('OpPostings', postingsSchema, 'oppostings');
    this.groups = connection.model<PostingsDocument>('OpPostingsGroup', postingsSchema, 'oppostingsgroups');
    this.onBehind = onBehind;
    this.groupSize = groupSize;
  }

  /** Versions up to this one are covered, as far as they are kept; 0 when none is. */
  async coveredV(projectId: string): Promise<number> {
    return (await afterLast(this.model, projectId)) * POSTINGS_OPS;
  }

  /** The latest matching covered versions, newest first. */
  async latest(
    projectId: string,
    { beforeV, afterV, actorId, types }: PostingsFilter,
    limit: number,
  ): Promise<number[]> {
    const wanted: Wanted = {
      fits: (actor, type) => (actorId === undefined || actor === actorId) && (!types || types.includes(type)),
      narrow: {
        ...(actorId !== undefined && { actors: actorId }),
        ...(types && { types: { $in: types } }),
      },
    };
    const lowest = Math.floor(afterV / POSTINGS_OPS);
    const highest = Math.floor((beforeV - 1) / POSTINGS_OPS);
    const found: number[] = [];
    for await (const document of this.documents(projectId, lowest, highest, wanted)) {
      const versions = numbersIn(document, document.n * POSTINGS_OPS, wanted.fits).filter(
        (v) => v < beforeV && v > afterV,
      );
      found.push(...versions.sort((a, b) => b - a));
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  /** Those that may have something wanted, the latest first: those of groups are looked up there. */
  private async *documents(
    projectId: string,
    lowest: number,
    highest: number,
    wanted: Wanted,
  ): AsyncGenerator<PostingsDocument> {
    const grouped = (await afterLast(this.groups, projectId)) * this.groupSize;
    yield* descending(this.model, projectId, Math.max(lowest, grouped), highest, wanted.narrow);
    const groupOf = (n: number) => Math.floor(n / this.groupSize);
    const last = Math.min(highest, grouped - 1);
    for await (const group of descending(
      this.groups,
      projectId,
      groupOf(lowest),
      groupOf(last),
      wanted.narrow,
    )) {
      const inGroup = new Set(numbersIn(group, group.n * this.groupSize, wanted.fits));
      const places = [...inGroup].filter((n) => n >= lowest && n <= last).sort((a, b) => b - a);
      yield* chosen(this.model, projectId, places);
    }
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
    await this.group(projectId);
  }

  /** Groups the documents that are there. */
  private async group(projectId: string): Promise<void> {
    const end = await afterLast(this.model, projectId);
    const oldest = (await outermost(this.model, projectId, 1)) ?? 0;
    let n = (await afterLast(this.groups, projectId)) || Math.floor(oldest / this.groupSize);
    for (; (n + 1) * this.groupSize <= end; n++) {
      const from = n * this.groupSize;
      const inGroup = { $gte: from, $lt: from + this.groupSize };
      const lists = new PostingsLists();
      for (const document of await rows(this.model, { filter: { projectId, n: inGroup }, sort: 1 }))
        for (const { actorId, type } of listsIn(document)) lists.add(actorId, type, document.n);
      await insert(this.groups, projectId, n, lists.packed(from));
    }
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
    const lists = new PostingsLists();
    for (const { v, actorId, type } of ops as unknown as Pick<OpDocument, 'v' | 'actorId' | 'type'>[])
      lists.add(actorId, type, v);
    await insert(this.model, projectId, n, lists.packed(n * POSTINGS_OPS));
  }

  /** Removes postings of ops that were folded away (R25). */
  async removeUpTo(projectId: string, v: number): Promise<void> {
    const n = Math.floor(v / POSTINGS_OPS);
    await this.model.collection.deleteMany({ projectId, n: { $lt: n } });
    await this.groups.collection.deleteMany({ projectId, n: { $lt: Math.floor(n / this.groupSize) } });
  }

  async removeProject(projectId: string): Promise<void> {
    await this.model.collection.deleteMany({ projectId });
    await this.groups.collection.deleteMany({ projectId });
  }
}

type PostingsModel = Model<PostingsDocument>;

interface Wanted {
  fits: Fits;
  /** Passes over most documents without any list that fits. */
  narrow: mongo.Filter<PostingsDocument>;
}

/** The number of the first (1) or last (-1) document. */
async function outermost({ collection }: PostingsModel, projectId: string, sort: 1 | -1) {
  const found = await collection.findOne({ projectId }, { projection: { n: 1 }, sort: { n: sort } });
  return found?.n as number | undefined;
}

/** The number that follows that of the last document; 0 without any. */
async function afterLast(model: PostingsModel, projectId: string): Promise<number> {
  return ((await outermost(model, projectId, -1)) ?? -1) + 1;
}

interface Rows {
  filter: mongo.Filter<PostingsDocument>;
  sort: 1 | -1;
  limit?: number;
}

async function rows({ collection }: PostingsModel, { filter, sort, limit = 0 }: Rows) {
  const projection = { n: 1, actors: 1, types: 1, lists: 1 };
  const found = collection.find(filter as mongo.Filter<mongo.Document>, {
    projection,
    sort: { n: sort },
    limit,
  });
  return (await found.toArray()) as unknown as PostingsDocument[];
}

/** The documents of a range, both ends included, in reads that grow: mostly the first has enough. */
async function* descending(
  model: PostingsModel,
  projectId: string,
  lowest: number,
  highest: number,
  narrow: mongo.Filter<PostingsDocument>,
): AsyncGenerator<PostingsDocument> {
  let last = highest;
  for (let limit = FIRST_READ; last >= lowest; limit = Math.min(limit * READ_GROWTH, LARGEST_READ)) {
    const filter = { projectId, n: { $gte: lowest, $lte: last }, ...narrow };
    const documents = await rows(model, { filter, sort: -1, limit });
    yield* documents;
    if (documents.length < limit) return;
    last = (documents.at(-1)?.n ?? 0) - 1;
  }
}

/** The documents with these numbers, in descending order as these. */
async function* chosen(
  model: PostingsModel,
  projectId: string,
  numbers: readonly number[],
): AsyncGenerator<PostingsDocument> {
  for (let start = 0, size = FIRST_READ; start < numbers.length; start += size, size *= READ_GROWTH)
    yield* await rows(model, {
      filter: { projectId, n: { $in: numbers.slice(start, start + size) } },
      sort: -1,
    });
}

async function insert(
  { collection }: PostingsModel,
  projectId: string,
  n: number,
  lists: PackedLists<Buffer>,
): Promise<void> {
  try {
    await collection.insertOne({ _id: `${projectId}/${n}`, projectId, n, ...lists } as never);
  } catch (error) {
    // Another node has written the same document.
    if (!isDuplicateKey(error)) throw error;
  }
}
