import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { type EmbeddedMongo, type EmbeddedMongoOptions, startEmbeddedMongo } from '../../src/embedded-mongo';

/** A fresh folder below the system's temporary one. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'em-'));
}

export interface TestDatabase {
  readonly folder: string;
  readonly server: EmbeddedMongo;
  readonly client: MongoClient;
  /** A client of its own, closed at the end. */
  connect(options?: MongoClientOptions): Promise<MongoClient>;
  close(): Promise<void>;
}

/** A running database in a folder of its own, unsynced, with a connected client. */
export async function startTestDatabase(
  options: Pick<EmbeddedMongoOptions, 'port' | 'countedBy'> = {},
): Promise<TestDatabase> {
  const folder = temporaryFolder();
  const server = await startEmbeddedMongo({ folder, relaxed: true, ...options });
  const clients: MongoClient[] = [];
  const connect = async (clientOptions: MongoClientOptions = {}): Promise<MongoClient> => {
    const client = await MongoClient.connect(server.uri, clientOptions);
    clients.push(client);
    return client;
  };
  const client = await connect();
  return {
    folder,
    server,
    client,
    connect,
    async close() {
      for (const one of clients) await one.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
