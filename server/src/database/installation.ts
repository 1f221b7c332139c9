import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';

/** Beside the version of the database, see schema-version.ts. */
const COLLECTION = 'schema';
const INSTALLATION_ID = 'installation';

const collectionOf = (database: mongo.Db) => database.collection<{ _id: string; id: string }>(COLLECTION);

/** The id of the installation that this database is of: all its nodes have the same, the first one makes it. */
export async function installationOf(database: mongo.Db): Promise<string> {
  const installations = collectionOf(database);
  const known = await installations.findOne({ _id: INSTALLATION_ID });
  if (known) return known.id;
  await installations.updateOne(
    { _id: INSTALLATION_ID },
    { $setOnInsert: { id: randomUUID() } },
    { upsert: true },
  );
  return installationOf(database);
}

/** Gives a copy of a database an id of its own: it shares neither messages nor counts with the installation that it is a copy of. */
export async function renewInstallation(database: mongo.Db): Promise<void> {
  await collectionOf(database).updateOne(
    { _id: INSTALLATION_ID },
    { $set: { id: randomUUID() } },
    { upsert: true },
  );
}
