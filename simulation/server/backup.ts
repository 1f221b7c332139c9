import type { Database, Fields } from './database';

/** All documents by collection. */
type Documents = ReadonlyMap<string, readonly Fields[]>;

export interface Backup {
  /** Milliseconds since 1970. */
  at: number;
  documents: Documents;
}

const EVERYTHING = 1_000_000;

/** Reads a whole database at one moment. */
export async function backUp(database: Database, name: string): Promise<Documents> {
  const { cursor } = await database.run('listCollections', { listCollections: 1 }, name);
  const read = async (collection: unknown): Promise<[string, Fields[]]> => {
    const command = { find: collection, filter: {}, batchSize: EVERYTHING };
    return [String(collection), (await database.run('find', command, name)).cursor?.firstBatch ?? []];
  };
  return new Map(await Promise.all((cursor?.firstBatch ?? []).map((each) => read(each.name))));
}

/** Replaces a database's documents by a back-up; its indexes stay. */
export async function restore(database: Database, name: string, documents: Documents): Promise<void> {
  for (const [collection, rows] of documents) {
    await database.run('delete', { delete: collection, deletes: [{ q: {}, limit: 0 }] }, name);
    if (rows.length > 0) await database.run('insert', { insert: collection, documents: rows }, name);
  }
}
