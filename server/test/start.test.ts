import { mongo } from 'mongoose';
import pino from 'pino';
import { createApp } from '../src/app';
import { unknownChanges } from '../src/database/connect';
import { startTestDatabase, type TestDatabase } from './database';
import { testConfig } from './harness';

const STEPPED_DOWN = new mongo.MongoServerError({
  message: 'Primary stepped down while waiting for replication',
  code: 189,
});
const REFUSED = new mongo.MongoServerError({ message: 'not authorized', code: 13 });

let database: TestDatabase;

beforeEach(async () => {
  database = await startTestDatabase();
});

afterEach(() => database.close());

/** An app whose first creation of an index fails so. */
async function appThatMeets(error: Error) {
  const connection = await database.connect();
  const logger = pino({ level: 'silent' });
  const app = createApp({
    config: testConfig(),
    connection,
    changesOf: unknownChanges,
    isOnlyNode: false,
    logger,
  });
  const indexed = Object.values(connection.models).filter(({ schema }) => schema.indexes().length > 0);
  const createIndexes = jest.spyOn(mongo.Collection.prototype, 'createIndexes').mockRejectedValueOnce(error);
  return { app, createIndexes, indexed };
}

describe('a node that starts while its database changes the primary', () => {
  it('SPEC.md#faults begins its preparations again, and serves', async () => {
    const { app, createIndexes, indexed } = await appThatMeets(STEPPED_DOWN);
    const url = await app.listen();
    expect((await fetch(new URL('readyz', url))).status).toBe(200);
    expect(createIndexes).toHaveBeenCalledTimes(2 * indexed.length);
    await app.close();
  });

  it('ends at once with any other reason', async () => {
    const { app } = await appThatMeets(REFUSED);
    await expect(app.listen()).rejects.toThrow('not authorized');
    await app.close();
  });
});
