import { Schema } from 'mongoose';
import { startTestDatabase, type TestDatabase } from '../../test/database';
import { connect, createIndexes } from './connect';

const DOCUMENTS = 20_000;

let database: TestDatabase;
beforeEach(async () => {
  database = await startTestDatabase();
});
afterEach(() => database.close());

test('indexes of a long collection are built, however long the database is silent meanwhile', async () => {
  const filling = await database.connect();
  const rows = Array.from({ length: DOCUMENTS }, (_, n) => ({ _id: String(n), n }) as never);
  await filling.collection('long').insertMany(rows);
  const impatient = await connect(database.uri, filling.name, { socketTimeoutMS: 20 });
  try {
    const schema = new Schema({ _id: String, n: Number }, { autoIndex: false });
    schema.index({ n: 1 });
    impatient.model('Long', schema, 'long');
    await createIndexes(impatient);
    const indexes = await filling.collection('long').indexes();
    expect(indexes.map(({ name }) => name)).toEqual(['_id_', 'n_1']);
  } finally {
    await impatient.close();
  }
});

test('indexes of many long collections wait for each other, whatever the address says', async () => {
  const filling = await database.connect();
  const names = Array.from({ length: 8 }, (_, n) => `long${n}`);
  const rows = Array.from({ length: DOCUMENTS }, (_, n) => ({ _id: String(n), n }) as never);
  for (const name of names) await filling.collection(name).insertMany(rows);
  const address = new URL(database.uri);
  address.searchParams.set('waitQueueTimeoutMS', '1');
  const impatient = await connect(address.href, filling.name);
  try {
    const schema = new Schema({ _id: String, n: Number }, { autoIndex: false });
    schema.index({ n: 1 });
    for (const name of names) impatient.model(name, schema, name);
    await createIndexes(impatient);
    for (const name of names) expect(await filling.collection(name).indexes()).toHaveLength(2);
  } finally {
    await impatient.close();
  }
});
