import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
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

/** An empty database: the embedded one in a temporary folder, without syncing to disk, or a new one at MONGODB_URI. */
export async function startTestDatabase(options: { monitorCommands?: boolean } = {}): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'livelane-test-'));
  const given = process.env.MONGODB_URI;
  const embedded = given ? null : await startEmbeddedMongo({ folder, relaxed: true });
  const uri = given ?? embedded?.uri ?? '';
  const dbName = `test-${randomUUID()}`;
  const connections: Connection[] = [];
  return {
    uri,
    changesOf: embedded ? (collection) => embedded.changesOf(`${dbName}.${collection}`) : unknownChanges,
    async connect() {
      const connection = await connect(uri, dbName, options);
      if (given) joinReads(connection);
      connections.push(connection);
      return connection;
    },
    async close() {
      if (given) {
        const last = await connect(uri, dbName);
        connections.push(last);
        await last.dropDatabase();
      }
      await Promise.all(connections.map((connection) => connection.close()));
      await embedded?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
