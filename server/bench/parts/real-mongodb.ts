import { MongoMemoryServer } from 'mongodb-memory-server-core';

/** A real MongoDB while `work` runs: at MONGODB_URI, or one that mongodb-memory-server starts (MONGOMS_SYSTEM_BINARY). */
export async function withMongodb<T>(work: (uri: string) => Promise<T>): Promise<T> {
  const { MONGODB_URI } = process.env;
  // The storage engine of production; what a version has for tests alone keeps no journal.
  const own = MONGODB_URI
    ? null
    : await MongoMemoryServer.create({ instance: { storageEngine: 'wiredTiger' } });
  try {
    const uri = new URL(own?.getUri() ?? MONGODB_URI ?? '');
    uri.pathname = `/bench-${process.pid}`;
    return await work(uri.href);
  } finally {
    await own?.stop();
  }
}
