import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../../src/embedded-mongo';

/**
 * Serves a folder and writes to it for ever: inserts and increments, 8 at once. Prints the number of each insert that
 * was acknowledged, and the counter that each increment returned. Arguments: the folder, a first number.
 */
async function main([folder, first]: string[]): Promise<void> {
  const database = await startEmbeddedMongo({ folder: folder as string });
  const client = await MongoClient.connect(database.uri);
  const db = client.db('durable');
  await db.collection('items').createIndex({ n: 1 }, { unique: true });
  process.stdout.write('ready\n');
  let next = Number(first);
  const work = async (): Promise<void> => {
    for (;;) {
      const n = next;
      next += 1;
      await db.collection('items').insertOne({ n, text: 'x'.repeat(100) });
      process.stdout.write(`item ${n}\n`);
      const counter = await db
        .collection<{ _id: string; value: number }>('counters')
        .findOneAndUpdate({ _id: 'one' }, { $inc: { value: 1 } }, { upsert: true, returnDocument: 'after' });
      process.stdout.write(`counter ${counter?.value}\n`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
