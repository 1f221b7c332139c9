import { boardHash } from '@livelane/shared/boards/board-hash';
import type { mongo } from 'mongoose';
import { renewInstallation } from '../../database/installation';
import { isHalfImported, markImport, removeHalfImported } from '../../database/schema-version';

const BATCH = 500;
/** Values keep their BSON types; none is converted to JavaScript's. */
const AS_STORED = { promoteValues: false, promoteLongs: false, promoteBuffers: false } as const;
const ID_INDEX = '_id_';

/** Documents that their database deletes within this time are copied, but not counted. */
const SOON_MS = 24 * 60 * 60 * 1000;

/** Summary of a database, for comparing. */
export interface Inventory {
  /** Documents by collection. */
  counts: Record<string, number>;
  /** Version, epoch and fingerprint of each board, PRIVATE and deleted tasks included, by project. */
  boards: Record<string, string>;
}

/**
 * Copies a whole database with its indexes into an empty one and compares the two. Until that is done
 * the target carries a mark that keeps every node off it; a copy that was interrupted starts again. The copy is an
 * installation of its own.
 * @param stop ends the copying before its next step, so that the target may be filled anew at once
 * @throws Error when the target holds data or another copy goes there, the source changes meanwhile, or the copy differs;
 * the reason of `stop`
 */
export async function copyDatabase(
  source: mongo.Db,
  target: mongo.Db,
  stop: AbortSignal = new AbortController().signal,
): Promise<Inventory> {
  if (await isHalfImported(source)) throw new Error('the source is itself a copy that has not finished');
  const soon = new Date(Date.now() + SOON_MS);
  const before = await inventory(source, soon, stop);
  if (Object.keys(before.counts).length === 0)
    throw new Error('the source is empty: there is nothing to copy');
  const isHalf = await isHalfImported(target);
  if (!isHalf && Object.keys((await inventory(target, soon, stop)).counts).length > 0)
    throw new Error('the target holds data: name an empty database');
  const mark = await markImport(target, isHalf ? 'a part' : 'nothing');
  try {
    if (isHalf) await removeHalfImported(target);
    for (const name of await collectionNames(source)) {
      await copyIndexes(source.collection(name), target.collection(name));
      await copyDocuments(source.collection(name), target.collection(name), stop);
    }
    const after = await inventory(source, soon, stop);
    if (!isSame(before, after))
      throw new Error('the source changed meanwhile: stop every server that uses it');
    const copied = await inventory(target, soon, stop);
    if (!isSame(before, copied)) throw new Error('the copy differs from the source');
    await renewInstallation(target);
    await mark.remove();
    return copied;
  } catch (error) {
    // It may fail as the copy did: then the claim ends by itself.
    await mark.release().catch(() => undefined);
    throw error;
  }
}

async function collectionNames(database: mongo.Db): Promise<string[]> {
  const found = await database.listCollections({}, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
}

async function copyIndexes(from: mongo.Collection, to: mongo.Collection): Promise<void> {
  for (const { v: _version, ns: _namespace, key, name, ...options } of await from.indexes()) {
    if (name !== ID_INDEX) await to.createIndex(key, { ...options, ...(name && { name }) });
  }
}

async function copyDocuments(from: mongo.Collection, to: mongo.Collection, stop: AbortSignal): Promise<void> {
  let batch: mongo.Document[] = [];
  const write = async () => {
    stop.throwIfAborted();
    if (batch.length > 0) await to.insertMany(batch, { ordered: true });
    batch = [];
  };
  // The mark of the import is not copied.
  for await (const document of from.find({}, { ...AS_STORED, batchSize: BATCH })) {
    batch.push(document);
    if (batch.length === BATCH) await write();
  }
  await write();
}

/**
 * Counts and boards of a database; empty collections, the mark of an import and what the database deletes by itself
 * before `soon` do not count.
 */
async function inventory(database: mongo.Db, soon: Date, stop: AbortSignal): Promise<Inventory> {
  const counts: Record<string, number> = {};
  for (const name of await collectionNames(database)) {
    stop.throwIfAborted();
    const collection = database.collection(name);
    const left = name === 'schema' ? [{ _id: { $eq: 'import' as never } }] : [];
    for (const { key, expireAfterSeconds } of await collection.indexes()) {
      const [field] = Object.keys(key);
      if (expireAfterSeconds === undefined || field === undefined) continue;
      left.push({ [field]: { $lt: new Date(soon.getTime() - expireAfterSeconds * 1000) } } as never);
    }
    const count = await collection.countDocuments(left.length > 0 ? { $nor: left } : {});
    if (count > 0) counts[name] = count;
  }
  const boards: Record<string, string> = {};
  for await (const head of database.collection('boardheads').find()) {
    stop.throwIfAborted();
    const projectId = String(head._id);
    boards[projectId] = `${head.appliedV} ${head.epoch} ${await fingerprint(database, projectId)}`;
  }
  return { counts, boards };
}

async function fingerprint(database: mongo.Db, projectId: string): Promise<string> {
  const tasks: Array<{ id: string; rev: number; visibility: 'PUBLIC' }> = [];
  const fields = { projection: { taskId: 1, rev: 1, deletedAt: 1 } };
  for await (const row of database.collection('tasks').find({ projectId }, fields)) {
    const id = row.deletedAt ? `${row.taskId} deleted` : String(row.taskId);
    tasks.push({ id, rev: Number(row.rev), visibility: 'PUBLIC' });
  }
  return boardHash(tasks);
}

function isSame(one: Inventory, other: Inventory): boolean {
  const text = ({ counts, boards }: Inventory) =>
    JSON.stringify([counts, boards].map((part) => Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))));
  return text(one) === text(other);
}
