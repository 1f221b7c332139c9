import os from 'node:os';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { EmbeddedMongo } from '@livelane/embedded-mongo';
import { Semaphore } from '@livelane/shared/semaphore';
import mongoose, { type Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { releaseWritersOfClosedSockets } from './closed-sockets';
import { patiently } from './database-away';
import { startEmbedded } from './embedded';
import { joinReads } from './joined-reads';
import { readMongodbAddress } from './mongodb-address';

const DATABASE_NAME = 'livelane';
/** How long the driver looks for a server before a request gets 503. */
const SERVER_SELECTION_MS = 5_000;
/** Timeout for a connection and for each answer on it: a database that hangs is away, too. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 20_000;
/** How long a write, or a read of the log, may wait for the majority of a replica set. */
export const MAJORITY_MS = 10_000;
const MAX_POOL_SIZE = 20;
/** Collections whose indexes are created in parallel. */
const INDEXES_AT_ONCE = 8;
/** How long a request waits for a free connection. */
const POOL_WAIT_MS = 10_000;
/** A database that does not answer a ping in this time is away. */
const PING_MS = 1_000;

/**
 * A number that stays the same while no document of that collection changes, in whatever process; null where
 * only the database can tell.
 * @param part only documents of this part count, where the collection is counted by parts (`COUNTED_BY`)
 */
export type ChangesOf = (collection: string, part?: string) => number | null;

/** For a database that other processes serve. */
export const unknownChanges: ChangesOf = () => null;

export interface Database {
  connection: Connection;
  changesOf: ChangesOf;
  /** The database lives in this process, and no other one served its folder before. */
  isOnlyProcess: boolean;
  close(): Promise<void>;
}

interface DatabaseSettings {
  mongodbUri: string | undefined;
  dataDir: string;
  /** An embedded database that is not there is not made. */
  mustExist?: boolean;
}

/**
 * Connects to MongoDB when its address is given, else to the embedded database of the data folder.
 * @param logger of a server that starts: it waits a minute for a MongoDB that is away, and says so
 * @param starting the embedded database, if it has been started already
 * @throws Error that names MONGODB_URI, if it is what leads to no database
 */
export async function openDatabase(
  { mongodbUri, dataDir, mustExist = false }: DatabaseSettings,
  logger?: Logger,
  starting?: Promise<EmbeddedMongo>,
): Promise<Database> {
  if (mongodbUri) {
    const opening = () => connect(mongodbUri);
    const connection = await (logger ? patiently(opening, logger) : opening()).catch((error: unknown) => {
      // The driver's reasons, as “Authentication failed.”, do not say what of.
      throw new Error(`MONGODB_URI: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    });
    await joinReads(connection);
    return { connection, changesOf: unknownChanges, isOnlyProcess: false, close: () => connection.close() };
  }
  const embedded = await (starting ?? startEmbedded(dataDir, { mustExist }));
  const connection = await connect(embedded.uri);
  return {
    connection,
    changesOf: (collection, part) => embedded.changesOf(`${connection.name}.${collection}`, part),
    isOnlyProcess: embedded.owner,
    async close() {
      await connection.close();
      await embedded.close();
    },
  };
}

/** A connection of its own, so that several apps can live in one process. A name given here wins over the address's. */
export async function connect(
  uri: string,
  dbName?: string,
  options: Pick<mongo.MongoClientOptions, 'monitorCommands' | 'socketTimeoutMS'> = {},
): Promise<Connection> {
  const address = readMongodbAddress(uri);
  const stopReleasing = releaseWritersOfClosedSockets();
  const connection = await mongoose
    .createConnection(address.uri, {
      dbName: dbName ?? address.dbName ?? DATABASE_NAME,
      autoIndex: false,
      // A collection is created with its indexes, or with its first document.
      autoCreate: false,
      // Without a database the driver refuses a request; Mongoose would hold it back longer.
      bufferCommands: false,
      serverSelectionTimeoutMS: SERVER_SELECTION_MS,
      connectTimeoutMS: CONNECT_MS,
      socketTimeoutMS: SILENCE_MS,
      maxPoolSize: MAX_POOL_SIZE,
      waitQueueTimeoutMS: POOL_WAIT_MS,
      writeConcern: { w: 'majority', wtimeoutMS: MAJORITY_MS },
      readPreference: 'primary',
      sanitizeFilter: true,
      // The driver would load it by `import()`, which Jest's sandbox refuses: a server refuses the handshake then.
      runtimeAdapters: { os },
      ...options,
    })
    .asPromise()
    .catch((error: unknown) => {
      stopReleasing();
      throw error;
    });
  connection.once('close', stopReleasing);
  try {
    await addProbe(connection, address.uri);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

/** Each command may have its own timeout, though the driver's types name it for clients only. */
const NO_TIMEOUT: mongo.CreateIndexesOptions & Pick<mongo.MongoClientOptions, 'socketTimeoutMS'> = {
  socketTimeoutMS: 0,
};

/**
 * Creates the indexes of every model, by one command each; safe to run on several nodes at once. A new index of a long
 * log takes minutes. So this waits as long as it takes; heartbeats notice a database that is away.
 */
export async function createIndexes({ db, models }: Pick<Connection, 'db' | 'models'>): Promise<void> {
  // The others would wait for a connection of the pool, which they may do for a short time only.
  const turns = new Semaphore(INDEXES_AT_ONCE);
  await Promise.all(
    Object.values(models).map(async ({ schema, collection }) => {
      const indexes = schema
        .indexes()
        .map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription);
      if (indexes.length > 0)
        await turns.run(async () =>
          db
            ?.collection(collection.name, { writeConcern: { w: 'majority' } })
            .createIndexes(indexes, NO_TIMEOUT),
        );
    }),
  );
}

/** Clients for pings: on connections of their own, since those of the pool may all be in use. */
const probes = new WeakMap<Connection, mongo.MongoClient>();

/** Connected at once: a client that finds no database at its first command never looks for one again. */
async function addProbe(connection: Connection, uri: string): Promise<void> {
  const probe = new mongo.MongoClient(uri, {
    maxPoolSize: 1,
    serverSelectionTimeoutMS: PING_MS,
    connectTimeoutMS: CONNECT_MS,
    socketTimeoutMS: 2 * PING_MS,
    waitQueueTimeoutMS: PING_MS,
    runtimeAdapters: { os },
  });
  connection.once('close', () => void probe.close());
  await probe.connect();
  probes.set(connection, probe);
}

/** Whether the database answers now. The driver itself would notice its absence only at the next use or heartbeat. */
export async function answers(connection: Connection): Promise<boolean> {
  const late = new AbortController();
  try {
    return await Promise.race([
      probes.get(connection)?.db('admin').command({ ping: 1 }) ??
        Promise.reject(new Error('never connected')),
      setTimeoutPromise(PING_MS, null, { signal: late.signal }),
    ]).then((reply) => reply !== null);
  } catch {
    return false;
  } finally {
    late.abort();
  }
}
