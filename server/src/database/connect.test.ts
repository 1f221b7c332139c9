import { randomUUID } from 'node:crypto';
import mongoose, { Schema } from 'mongoose';
import { freePort } from '../../../test-kit/freePort';
import { startTestDatabase, type TestDatabase } from '../../test/database';
import { connect, createIndexes, openDatabase } from './connect';

const DOCUMENTS = 20_000;
/** More than there are connections. */
const COLLECTIONS = 30;

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

test('indexes of many collections wait for each other before they ask for a connection', async () => {
  const connection = await connect(database.uri, randomUUID());
  try {
    const schema = new Schema({ _id: String, n: Number }, { autoIndex: false });
    schema.index({ n: 1 });
    for (let n = 0; n < COLLECTIONS; n += 1) connection.model(`Model${n}`, schema);
    let asking = 0;
    let atOnce = 0;
    const client = connection.getClient();
    client.on('connectionCheckOutStarted', () => {
      asking += 1;
      atOnce = Math.max(atOnce, asking);
    });
    client.on('connectionCheckedIn', () => {
      asking -= 1;
    });
    await createIndexes(connection);
    expect(atOnce).toBeGreaterThan(1);
    expect(atOnce).toBeLessThan(client.options.maxPoolSize);
  } finally {
    await connection.close();
  }
});

test('what keeps the server from a MongoDB is told with the setting that names it', async () => {
  const address = new URL(database.uri);
  // The embedded database has no users.
  address.username = 'ann';
  address.password = 'secret';
  const settings = { mongodbUri: address.href, dataDir: '' };
  await expect(openDatabase(settings)).rejects.toThrow(
    expect.objectContaining({ message: expect.stringMatching(/^MONGODB_URI: (?!.*secret)./) }),
  );
});

test('only a server that starts waits for a MongoDB that is away, and no program before which someone sits', async () => {
  const connecting = jest.spyOn(mongoose, 'createConnection');
  const mongodbUri = `mongodb://127.0.0.1:${await freePort()}`;
  await expect(openDatabase({ mongodbUri, dataDir: '' })).rejects.toThrow(
    /^MONGODB_URI: connect ECONNREFUSED/,
  );
  expect(connecting).toHaveBeenCalledTimes(1);
});
