import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../../src/embedded-mongo';

/**
 * Serves a folder and inserts until the system refuses to let the file grow. Prints the documents acknowledged, what
 * the failure said, and how many documents can be read afterwards.
 */
async function main(folder: string): Promise<void> {
  const database = await startEmbeddedMongo({ folder });
  const client = await MongoClient.connect(database.uri);
  const items = client.db('full').collection('items');
  await items.createIndex({ n: 1 }, { unique: true });
  let acknowledged = 0;
  try {
    for (;;) {
      await items.insertOne({ n: acknowledged, text: 'x'.repeat(3000) });
      acknowledged += 1;
    }
  } catch (error) {
    process.stdout.write(`${acknowledged}\n${(error as Error).message}\n`);
  }
  process.stdout.write(`${await items.countDocuments({ n: { $gte: 0 } })}\n`);
  await client.close();
  await database.close();
}

main(process.argv[2] as string).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
