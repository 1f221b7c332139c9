import { mongo } from 'mongoose';
import type { Fields, Reply } from './database';

/** Runs a command of one collection; its link decides how long that takes, and whether its answer arrives. */
export type RunCommand = (name: string, command: Fields, options?: RunOptions) => Promise<Reply>;

export interface RunOptions {
  /** Fields without a value are left out; they become null otherwise. */
  ignoreUndefined?: boolean;
}

interface ReadOptions {
  projection?: Fields;
  sort?: Fields;
  limit?: number;
  skip?: number;
}

interface UpdateOptions extends RunOptions {
  upsert?: boolean;
  arrayFilters?: Fields[];
  ordered?: boolean;
}

interface InsertOptions extends RunOptions {
  ordered?: boolean;
}

interface ModifyOptions extends UpdateOptions {
  projection?: Fields;
  sort?: Fields;
  returnDocument?: 'before' | 'after';
  includeResultMetadata?: boolean;
}

type BulkOperation =
  | { insertOne: { document: Fields } }
  | { updateOne: { filter: Fields; update: Fields; upsert?: boolean } }
  | { updateMany: { filter: Fields; update: Fields; upsert?: boolean } }
  | { deleteOne: { filter: Fields } };

/** All documents come in the first batch. */
const EVERYTHING = 1_000_000;

/** The methods of the MongoDB driver's collection that Mongoose uses here. Other methods are missing. */
export class DriverCollection {
  constructor(
    readonly collectionName: string,
    private readonly run: RunCommand,
  ) {}

  /** @param options with `raw`, an iteration yields the documents as BSON */
  find(filter: Fields = {}, { raw = false, ...given }: ReadOptions & { raw?: boolean } = {}) {
    let asked: Promise<Fields[]> | null = null;
    const toArray = () => {
      asked ??= this.read(filter, given);
      return asked;
    };
    const refined = (more: ReadOptions) => {
      Object.assign(given, more);
      return cursor;
    };
    const cursor = {
      sort: (sort: Fields) => refined({ sort }),
      limit: (limit: number) => refined({ limit }),
      project: (projection: Fields) => refined({ projection }),
      toArray,
      async *[Symbol.asyncIterator]() {
        const found = await toArray();
        yield* raw ? found.map((document) => mongo.BSON.serialize(document)) : found;
      },
    };
    return cursor;
  }

  async findOne(filter: Fields = {}, options: ReadOptions = {}): Promise<Fields | null> {
    const [first] = await this.read(filter, { ...options, limit: 1 });
    return first ?? null;
  }

  async insertOne(document: Fields, options: RunOptions = {}) {
    await this.insert([document], true, options);
    return { acknowledged: true, insertedId: document._id };
  }

  async insertMany(documents: Fields[], { ordered = true, ignoreUndefined = false }: InsertOptions = {}) {
    try {
      await this.insert(documents, ordered, { ignoreUndefined });
    } catch (error) {
      throw bulkError(error);
    }
    const insertedIds = Object.fromEntries(documents.map((document, index) => [index, document._id]));
    return { acknowledged: true, insertedCount: documents.length, insertedIds };
  }

  updateOne(filter: Fields, update: Fields, options?: UpdateOptions) {
    return this.update(filter, update, false, options);
  }

  updateMany(filter: Fields, update: Fields, options?: UpdateOptions) {
    return this.update(filter, update, true, options);
  }

  replaceOne(filter: Fields, replacement: Fields, options?: UpdateOptions) {
    return this.update(filter, replacement, false, options);
  }

  deleteOne(filter: Fields) {
    return this.remove(filter, 1);
  }

  deleteMany(filter: Fields = {}) {
    return this.remove(filter, 0);
  }

  async findOneAndUpdate(filter: Fields, update: Fields, options: ModifyOptions = {}) {
    const { projection, sort, upsert = false, returnDocument, includeResultMetadata } = options;
    const { value = null } = await this.run('findAndModify', {
      query: filter,
      update,
      upsert,
      new: returnDocument === 'after',
      ...(projection && { fields: projection }),
      ...(sort && { sort }),
    });
    return includeResultMetadata ? { value, ok: 1 } : value;
  }

  /** One command for each operation: a crash can come between any two. */
  async bulkWrite(operations: BulkOperation[], { ordered = true }: UpdateOptions = {}) {
    const counts = { insertedCount: 0, matchedCount: 0, modifiedCount: 0, deletedCount: 0, upsertedCount: 0 };
    let failed: unknown;
    for (const operation of operations) {
      try {
        if ('insertOne' in operation) {
          await this.insertOne(operation.insertOne.document);
          counts.insertedCount++;
        } else if ('deleteOne' in operation) {
          counts.deletedCount += (await this.deleteOne(operation.deleteOne.filter)).deletedCount;
        } else {
          const isMany = 'updateMany' in operation;
          const { filter, update, upsert = false } = isMany ? operation.updateMany : operation.updateOne;
          const result = await this.update(filter, update, isMany, { upsert });
          counts.matchedCount += result.matchedCount;
          counts.modifiedCount += result.modifiedCount;
          counts.upsertedCount += result.upsertedCount;
        }
      } catch (error) {
        failed ??= error;
        if (ordered) break;
      }
    }
    if (failed) throw bulkError(failed);
    return { ...counts, ok: 1 };
  }

  async countDocuments(filter: Fields = {}): Promise<number> {
    return (await this.run('count', { query: filter })).n ?? 0;
  }

  async distinct(key: string, filter: Fields = {}): Promise<unknown[]> {
    return (await this.run('distinct', { key, query: filter })).values ?? [];
  }

  aggregate(pipeline: Fields[]) {
    const toArray = async () =>
      (await this.run('aggregate', { pipeline, cursor: { batchSize: EVERYTHING } })).cursor?.firstBatch ?? [];
    return { toArray };
  }

  async createIndexes(indexes: Array<Fields & { key: Fields }>): Promise<void> {
    const named = indexes.map(({ key, background: _background, ...rest }) => ({
      key,
      name: Object.entries(key)
        .map((entry) => entry.join('_'))
        .join('_'),
      ...rest,
    }));
    await this.run('createIndexes', { indexes: named });
  }

  private async read(filter: Fields, { projection, sort, limit, skip }: ReadOptions): Promise<Fields[]> {
    const { cursor } = await this.run('find', {
      filter,
      ...(projection && { projection }),
      ...(sort && { sort }),
      ...(limit && { limit }),
      ...(skip && { skip }),
      batchSize: EVERYTHING,
    });
    return cursor?.firstBatch ?? [];
  }

  private insert(documents: Fields[], ordered: boolean, options: RunOptions): Promise<Reply> {
    return this.run('insert', { documents, ordered }, options);
  }

  private async update(
    q: Fields,
    u: Fields,
    multi: boolean,
    { upsert = false, arrayFilters, ignoreUndefined = false }: UpdateOptions = {},
  ) {
    const updates = [{ q, u, multi, upsert, ...(arrayFilters && { arrayFilters }) }];
    const reply = await this.run('update', { updates }, { ignoreUndefined });
    const upserted = reply.upserted?.[0];
    return {
      acknowledged: true,
      matchedCount: (reply.n ?? 0) - (upserted ? 1 : 0),
      modifiedCount: reply.nModified ?? 0,
      upsertedCount: upserted ? 1 : 0,
      upsertedId: upserted?._id ?? null,
    };
  }

  private async remove(q: Fields, limit: 0 | 1) {
    const { n = 0 } = await this.run('delete', { deletes: [{ q, limit }] });
    return { acknowledged: true, deletedCount: n };
  }
}

/** The error of each failed write, by its place among all. */
function writeErrorsOf({ writeErrors }: mongo.MongoServerError): mongo.WriteError[] {
  const failed = Array.isArray(writeErrors) ? (writeErrors as Array<{ index: number; code: number }>) : [];
  return failed.map(({ index, code }) => ({ index, code }) as mongo.WriteError);
}

/** A failed write among several, as the driver reports it. */
function bulkError(error: unknown): unknown {
  if (!(error instanceof mongo.MongoServerError)) return error;
  const bulk = new mongo.MongoBulkWriteError(
    { message: error.message, code: Number(error.code), writeErrors: writeErrorsOf(error) },
    {
      insertedCount: Number(error.n ?? 0),
      getWriteConcernError: () => undefined,
    } as unknown as mongo.BulkWriteResult,
  );
  return Object.assign(bulk, { keyPattern: error.keyPattern, keyValue: error.keyValue });
}
