import type { Collection, Connection } from 'mongoose';
import { startTestDatabase, type TestDatabase } from '../../test/database';
import { findAll } from './joined-reads';

let database: TestDatabase;
let connection: Connection;
const commands: string[] = [];

beforeAll(async () => {
  database = await startTestDatabase({ monitorCommands: true });
  connection = await database.connect();
  connection.getClient().on('commandStarted', ({ commandName }) => {
    if (commandName !== 'getMore') commands.push(commandName);
  });
  await collection('ops').insertMany(Array.from({ length: 300 }, (_, v) => ({ v, kept: 'a', hidden: 'b' })));
  await collection('people').insertMany([{ name: 'Ann' }, { name: 'Bob' }]);
});
afterAll(() => database.close());

const collection = (name: string): Collection => connection.collection(name);
const newest = () =>
  findAll(
    collection('ops'),
    { v: { $gte: 10 } },
    { projection: { _id: 0, hidden: 0 }, sort: { v: -1 }, limit: 250 },
  );
const bob = () => findAll(collection('people'), { name: 'Bob' }, { projection: { _id: 0, name: 1 } });
const nobody = () => findAll(collection('people'), { name: '$name' }, { projection: { name: 1 } });

test('what is asked together is answered as by itself, each question its own documents in their order', async () => {
  commands.length = 0;
  const [ops, found, none] = await Promise.all([newest(), bob(), nobody()]);
  // The embedded database lives in this process: there, a command costs next to nothing.
  expect(commands).toEqual(process.env.MONGODB_URI ? ['aggregate'] : ['find', 'find', 'find']);
  expect(ops).toEqual(Array.from({ length: 250 }, (_, index) => ({ v: 299 - index, kept: 'a' })));
  expect([found, none]).toEqual([[{ name: 'Bob' }], []]);
  expect([await newest(), await bob(), await nobody()]).toEqual([ops, found, none]);
});

test('a question that cannot be answered fails, and later ones do not', async () => {
  const wrong = findAll(collection('people'), { $nonsense: 1 }, {});
  const results = await Promise.allSettled([wrong, bob()]);
  expect(results[0]?.status).toBe('rejected');
  expect(await bob()).toEqual([{ name: 'Bob' }]);
});
