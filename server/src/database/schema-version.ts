import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { type Migration, migrations } from './migrations';

const COLLECTION = 'schema';
const VERSION_ID = 'version';
const IMPORT_ID = 'import';
/** What operators are told of a database with the mark of an import. */
export const HALF_IMPORTED =
  'an import into this database has not finished: run npm run import-embedded again';
/** A node that works on a migration renews its claim this often; without renewal the claim ends. */
const RENEW_MS = 10_000;
const CLAIM_MS = 60_000;
/** How often other nodes check whether it is done. */
const LOOK_MS = 250;

interface VersionDocument {
  _id: string;
  version: number;
  /** The node that migrates now, and until when, in milliseconds since 1970 by the database's clock. */
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
  const schema = collectionOf(connection);
  const known = versionAfter(steps);
  await refuseHalfImported(schema);
  await begin(connection, schema, known);
  const me = randomUUID();
  for (;;) {
    const found = await schema.findOne({ _id: VERSION_ID });
    const version = found?.version ?? 1;
    if (version === known) return;
    if (version > known) {
      throw new Error(
        `the database was written by a newer Livelane (its version is ${version}, this one knows ${known}): start the newer one, or replace the whole database by a back-up from before the upgrade`,
      );
    }
    if (await claim(connection, schema, version, me))
      await migrate(connection, logger, schema, steps, version, me);
    else await pause(LOOK_MS);
  }
}

/** Marks a database that is being filled by an import, so that no node starts on it; `null` removes the mark. */
export async function markImport(database: mongo.Db, mark: 'running' | null): Promise<void> {
  const schema = database.collection<{ _id: string }>(COLLECTION);
  if (mark) await schema.updateOne({ _id: IMPORT_ID }, { $set: { state: mark } }, { upsert: true });
  else await schema.deleteOne({ _id: IMPORT_ID });
}

export async function isHalfImported(database: mongo.Db): Promise<boolean> {
  return (await database.collection<{ _id: string }>(COLLECTION).findOne({ _id: IMPORT_ID })) !== null;
}

function collectionOf(connection: Connection): mongo.Collection<VersionDocument> {
  if (!connection.db) throw new Error('the database is not connected');
  return connection.db.collection<VersionDocument>(COLLECTION);
}

async function refuseHalfImported(schema: mongo.Collection<VersionDocument>): Promise<void> {
  if (await schema.findOne({ _id: IMPORT_ID })) throw new Error(HALF_IMPORTED);
}

/** Writes the version of a database that has none: a new one is up to date, one with data is from before versions. */
async function begin(
  connection: Connection,
  schema: mongo.Collection<VersionDocument>,
  known: number,
): Promise<void> {
  if (await schema.findOne({ _id: VERSION_ID })) return;
  const isNew = (await connection.db?.collection('users').findOne({}, { projection: { _id: 1 } })) === null;
  await schema.updateOne(
    { _id: VERSION_ID },
    { $setOnInsert: { version: isNew ? known : 1 } },
    { upsert: true },
  );
}

/** The present time by the database's clock, in milliseconds since 1970: nodes' clocks differ. */
async function databaseNow({ db }: Connection): Promise<number> {
  if (!db) throw new Error('the database is not connected');
  const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date };
  return localTime.getTime();
}

async function claim(
  connection: Connection,
  schema: mongo.Collection<VersionDocument>,
  version: number,
  by: string,
): Promise<boolean> {
  const now = await databaseNow(connection);
  const { modifiedCount } = await schema.updateOne(
    { _id: VERSION_ID, version, $or: [{ claim: { $exists: false } }, { 'claim.until': { $lt: now } }] },
    { $set: { claim: { by, until: now + CLAIM_MS } } },
  );
  return modifiedCount === 1;
}

async function migrate(
  connection: Connection,
  logger: Logger,
  schema: mongo.Collection<VersionDocument>,
  steps: readonly Migration[],
  version: number,
  by: string,
): Promise<void> {
  const mine = { _id: VERSION_ID, version, 'claim.by': by };
  const renew = async () => {
    const until = (await databaseNow(connection)) + CLAIM_MS;
    await schema.updateOne(mine, { $set: { 'claim.until': until } });
  };
  const renewal = setInterval(() => {
    renew().catch((error: unknown) =>
      logger.warn({ err: error }, 'the claim of a migration could not be renewed'),
    );
  }, RENEW_MS);
  try {
    const step = steps[version - 1];
    if (!step || !connection.db) throw new Error(`no migration leads from version ${version}`);
    logger.info({ from: version, to: version + 1, what: step.what }, 'migrating the database');
    await step.run(connection.db);
    await schema.updateOne(mine, { $set: { version: version + 1 }, $unset: { claim: 1 } });
  } catch (error) {
    await schema.updateOne(mine, { $unset: { claim: 1 } });
    throw error;
  } finally {
    clearInterval(renewal);
  }
}
