import { Catalogue } from './storage/catalogue';
import { following } from './storage/keys';
import { openStore } from './storage/open';

const AT_ONCE = 1000;

/**
 * How many documents a collection has in a data folder that no process serves, and how many bytes they take there as they are
 * stored, without keys and indexes.
 */
export async function storedBytes(
  folder: string,
  database: string,
  name: string,
): Promise<{ count: number; bytes: number }> {
  const store = openStore(folder, { relaxed: true });
  try {
    const collection = new Catalogue(store).find(database, name);
    let [count, bytes] = [0, 0];
    for (let start = collection?.prefix; collection && start; ) {
      const entries = store.range({ start, end: collection.end, limit: AT_ONCE });
      for (const { value } of entries) bytes += value.length;
      count += entries.length;
      const last = entries.at(-1);
      start = last && following(last.key);
    }
    return { count, bytes };
  } finally {
    await store.close();
  }
}
