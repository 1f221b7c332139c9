import { gunzipSync } from 'node:zlib';
import { mongo } from 'mongoose';
import type { TestServer } from './harness';

/** The collections that hold a text anywhere; what is packed is unpacked. */
export async function whereIs(server: TestServer, text: string): Promise<string[]> {
  await server.app.services.oplog.rowsCaughtUp();
  await server.app.services.notifications.worker.caughtUp();
  const found: string[] = [];
  for (const { collectionName } of (await server.connection.db?.collections()) ?? []) {
    const documents = await server.connection.collection(collectionName).find({}).toArray();
    const texts = documents.map((document) => {
      const { tasks, ...rest } = document;
      const packed = tasks instanceof mongo.Binary ? gunzipSync(tasks.buffer).toString() : tasks;
      return JSON.stringify(rest) + String(packed);
    });
    const all = texts.join('\n');
    if (all.includes(text)) found.push(collectionName);
  }
  return found.sort();
}
