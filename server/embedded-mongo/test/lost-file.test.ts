import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startTestDatabase, type TestDatabase } from './support/database';

let database: TestDatabase;

beforeEach(async () => {
  database = await startTestDatabase();
});
afterEach(() => database.close());

it('writes nothing into a data file that is removed under it, and is not well until it is back', async () => {
  const { client, folder } = database;
  const [file, aside] = [path.join(folder, 'data.mdb'), path.join(folder, 'aside')];
  const items = client.db('x').collection('y');
  await items.insertOne({ n: 1 });
  const refused = { code: 100, message: expect.stringContaining(`${file} was removed`) };

  renameSync(file, aside);
  await expect(items.insertOne({ n: 2 })).rejects.toMatchObject(refused);
  await expect(items.updateOne({ n: 1 }, { $set: { n: 3 } })).rejects.toMatchObject(refused);
  await expect(client.db('admin').command({ ping: 1 })).rejects.toMatchObject(refused);
  expect((await items.find().toArray()).map(({ n }) => n)).toEqual([1]);

  renameSync(aside, file);
  await items.insertOne({ n: 2 });
  expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
});

it('acknowledges nothing once its folder is gone, and ends', async () => {
  const { client, folder } = database;
  await client.db('x').collection('y').insertOne({ n: 1 });
  rmSync(folder, { recursive: true });
  await expect(client.db('x').collection('y').insertOne({ n: 2 })).rejects.toMatchObject({ code: 100 });
});
