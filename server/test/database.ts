import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { type ChangesOf, connect, unknownChanges } from '../src/database/connect';
import { joinReads } from '../src/database/joined-reads';

export interface TestDatabase {
  /** The address of the server. */
  uri: string;
  /** A connection of its own, like another process has. */
  connect(): Promise<Connection>;
  /** As a node hears of changes that is alone on its database. */
  changesOf: ChangesOf;
  close(): Promise<void>;
}

/** An empty database of a name of its own, at MONGODB_URI or in the embedded one of this Jest worker. */
export async function startTestDatabase(options: { monitorCommands?: boolean } = {}): Promise<TestDatabase> {
  const given = process.env.MONGODB_URI;
  const embedded = given ? undefined : await globalThis.livelaneDatabase?.();
  const uri = given ?? embedded?.uri;
  if (!uri) throw new Error('the environment of the server’s tests has a database');
  const dbName = `test-${randomUUID()}`;
  const connections: Connection[] = [];
  return {
    uri,
    changesOf: embedded
      ? (collection, part) => embedded.changesOf(`${dbName}.${collection}`, part)
      : unknownChanges,
    async connect() {
      const connection = await connect(uri, dbName, options);
      if (given) await joinReads(connection);
      connections.push(connection);
      return connection;
    },
    async close() {
      const last = await connect(uri, dbName);
      await last.dropDatabase();
      await Promise.all([last, ...connections].map((connection) => connection.close()));
    },
  };
}
