import type { Connection } from 'mongoose';
import { installationOf } from '../src/database/installation';
import { beginAnew } from '../src/maintenance/begin-anew';
import { boardHeadModel } from '../src/oplog/op.model';
import { startTestDatabase, type TestDatabase } from './database';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await startTestDatabase();
  connection = await database.connect();
});
afterAll(() => database.close());

async function idFrom(of: Connection): Promise<string> {
  if (!of.db) throw new Error('not connected');
  return installationOf(of.db);
}

test('nodes that start together on a new database agree on its id, and keep it', async () => {
  const others = await Promise.all([1, 2, 3].map(() => database.connect()));
  const ids = await Promise.all([connection, ...others].map(idFrom));
  expect(new Set(ids).size).toBe(1);
  expect(await idFrom(connection)).toBe(ids[0]);
});

test('R6 a database that begins anew has another id, and every board another epoch', async () => {
  const heads = boardHeadModel(connection);
  await heads.insertMany(['a', 'b'].map((_id) => ({ _id, epoch: 'before', appliedV: 1 })));
  const before = await idFrom(connection);
  expect(await beginAnew(connection)).toBe(2);
  expect(await idFrom(connection)).not.toBe(before);
  expect(await heads.countDocuments({ epoch: 'before' })).toBe(0);
});
