import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { isDuplicateKey } from './duplicate-key';
import { type Migration, migrations } from './migrations';

const COLLECTION = 'schema';
const VERSION_ID = 'version';
const IMPORT_ID = 'import';
/** What operators are told of a database with the mark of an import. */
export const HALF_IMPORTED =
  'an import into this database has not finished: run npm run import-embedded again';
const NEWER_STARTS =
  'start the newer one, or replace the whole database by a back-up from before the upgrade';
/** Told to an operator whose import finds another one. */
const OTHER_IMPORT =
  'another import into this database is running, or was killed less than a minute ago: let it end, or try again in a minute';
/** Whoever works on a migration or an import renews its claim this often; without renewal the claim ends. */
const RENEW_MS = 10_000;
const CLAIM_MS = 60_000;
/** How often other nodes check whether it is done. */
const LOOK_MS = 250;

interface SchemaDocument {
  _id: string;
  /** Of the database; the mark of an import has none. */
  version?: number;
  /** Who migrates or imports now, and until when, in milliseconds since 1970 by the database's clock. */
  claim?: { by: string; until: number };
}

/** The version that a database has after these migrations; the first one is 1. */
export function versionAfter(steps: readonly Migration[]): number {
  return steps.length + 1;
}

/**
 * Brings the database to the version of this code: each migration runs once, however many nodes
 * start at once, and again after a node died in the middle of it. Nodes of the old version may continue
 * beside it, so a migration only adds; a later one removes obsolete data.
 * @throws Error with instructions when the database is newer than this code, or an import has not finished
 */
export async function bringUpToDate(
  connection: Connection,
  logger: Logger,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const { db } = connection;
  if (!db) throw new Error('the database is not connected');
  const known = versionAfter(steps);
  if (await isHalfImported(db)) throw new Error(HALF_IMPORTED);
  await begin(db, known);
  const me = randomUUID();
  let isWaiting = false;
  for (;;) {
    const version = await versionOf(db);
    if (version === known) return;
    assertNotNewer('the database', version, known, NEWER_STARTS);
    if (await claim(db, { _id: VERSION_ID, version }, me)) await migrate(db, logger, steps, version, me);
    else {
      if (!isWaiting)
        logger.info(
          'another node migrates the database, or was stopped while it did: this one waits, for up to a minute after its last sign of life',
        );
      isWaiting = true;
      await pause(LOOK_MS);
    }
  }
}

/** @throws Error with instructions when the database that was restored from `file` is newer than this code */
export async function assertServable(database: mongo.Db, file: string): Promise<void> {
  assertNotNewer(file, await versionOf(database), versionAfter(migrations), 'restore it with the newer one');
}

function assertNotNewer(what: string, version: number, known: number, advice: string): void {
  if (version <= known) return;
  throw new Error(
    `${what} was written by a newer Livelane (its version is ${version}, this one knows ${known}): ${advice}`,
  );
}

/** What an import does with its mark in the database that it fills. */
export interface ImportMark {
  /** The import is done: nodes may start. @throws Error when another import has taken over meanwhile */
  remove(): Promise<void>;
  /** It has failed: the database stays marked, and the next import may begin at once. */
  release(): Promise<void>;
}

/**
 * Marks a database that is being filled by an import, so that no node starts on it and no other import fills it.
 * @param found what was found there: nothing, or what an import has left that did not finish
 * @throws Error while another import is running
 */
export async function markImport(database: mongo.Db, found: 'nothing' | 'a part'): Promise<ImportMark> {
  const schema = collectionOf(database);
  const by = randomUUID();
  const isMine =
    found === 'nothing' ? await insertMark(database, by) : await claim(database, { _id: IMPORT_ID }, by);
  if (!isMine) throw new Error(OTHER_IMPORT);
  const mine = { _id: IMPORT_ID, 'claim.by': by };
  // A database that cannot renew it takes no documents either, which the import tells.
  const renewal = keepClaim(database, mine, () => undefined);
  return {
    async remove() {
      clearInterval(renewal);
      // Its claim has ended, as of a process that was stopped for a while, and another import has begun anew.
      if ((await schema.deleteOne(mine)).deletedCount === 0) throw new Error(OTHER_IMPORT);
    },
    async release() {
      clearInterval(renewal);
      await schema.updateOne(mine, { $unset: { claim: 1 } });
    },
  };
}

/** Removes what an import has left that did not finish, but for its mark: no node may start meanwhile. */
export async function removeHalfImported(database: mongo.Db): Promise<void> {
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
    if (name !== COLLECTION) await database.dropCollection(name);
  await collectionOf(database).deleteMany({ _id: { $ne: IMPORT_ID } });
}

export async function isHalfImported(database: mongo.Db): Promise<boolean> {
  return (await collectionOf(database).findOne({ _id: IMPORT_ID })) !== null;
}

function collectionOf(database: mongo.Db): mongo.Collection<SchemaDocument> {
  return database.collection<SchemaDocument>(COLLECTION);
}

async function versionOf(database: mongo.Db): Promise<number> {
  return (await collectionOf(database).findOne({ _id: VERSION_ID }))?.version ?? 1;
}

/** Writes the version of a database that has none: a new one is up to date, one with data is from before versions. */
async function begin(database: mongo.Db, known: number): Promise<void> {
  const schema = collectionOf(database);
  if (await schema.findOne({ _id: VERSION_ID })) return;
  const isNew = (await database.collection('users').findOne({}, { projection: { _id: 1 } })) === null;
  await schema.updateOne(
    { _id: VERSION_ID },
    { $setOnInsert: { version: isNew ? known : 1 } },
    { upsert: true },
  );
}

/** The present time by the database's clock, in milliseconds since 1970: nodes' clocks differ. */
async function databaseNow(database: mongo.Db): Promise<number> {
  const { localTime } = (await database.command({ hello: 1 })) as { localTime: Date };
  return localTime.getTime();
}

/** Claims a document, unless someone else has and lives. */
async function claim(
  database: mongo.Db,
  document: { _id: string; version?: number },
  by: string,
): Promise<boolean> {
  const now = await databaseNow(database);
  const { modifiedCount } = await collectionOf(database).updateOne(
    { ...document, $or: [{ claim: { $exists: false } }, { 'claim.until': { $lt: now } }] },
    { $set: { claim: { by, until: now + CLAIM_MS } } },
  );
  return modifiedCount === 1;
}

/** Renews a claim until the timer is cleared. */
function keepClaim(
  database: mongo.Db,
  mine: { _id: string; 'claim.by': string },
  failed: (error: unknown) => void,
): NodeJS.Timeout {
  const renew = async () => {
    const until = (await databaseNow(database)) + CLAIM_MS;
    await collectionOf(database).updateOne(mine, { $set: { 'claim.until': until } });
  };
  return setInterval(() => void renew().catch(failed), RENEW_MS);
}

/** False if there is one already. */
async function insertMark(database: mongo.Db, by: string): Promise<boolean> {
  const until = (await databaseNow(database)) + CLAIM_MS;
  try {
    await collectionOf(database).insertOne({ _id: IMPORT_ID, claim: { by, until } });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

async function migrate(
  database: mongo.Db,
  logger: Logger,
  steps: readonly Migration[],
  version: number,
  by: string,
): Promise<void> {
  const mine = { _id: VERSION_ID, version, 'claim.by': by };
  const schema = collectionOf(database);
  const renewal = keepClaim(database, mine, (error) =>
    logger.warn({ err: error }, 'the claim of a migration could not be renewed'),
  );
  try {
    const step = steps[version - 1];
    if (!step) throw new Error(`no migration leads from version ${version}`);
    logger.info({ from: version, to: version + 1, what: step.what }, 'migrating the database');
    await step.run(database);
    await schema.updateOne(mine, { $set: { version: version + 1 }, $unset: { claim: 1 } });
  } catch (error) {
    await schema.updateOne(mine, { $unset: { claim: 1 } });
    throw error;
  } finally {
    clearInterval(renewal);
  }
}
