import path from 'node:path';
import { metaKey } from './keys';
import { Store } from './store';

/** Version of the layout described in keys.ts. */
export const FORMAT_VERSION = 1;
export const DATA_FILE = 'data.mdb';

const FORMAT = metaKey('format');

/** Opens a data folder. Throws an Error with one clear message when that cannot be done; no data is touched then. */
export function openStore(folder: string, options: { relaxed: boolean }): Store {
  const store = new Store(path.join(folder, DATA_FILE), options);
  const found = store.get(FORMAT);
  if (!found) {
    const value = Buffer.alloc(4);
    value.writeUInt32BE(FORMAT_VERSION, 0);
    store.transaction(() => store.insert(FORMAT, value));
    return store;
  }
  const version = found.readUInt32BE(0);
  if (version > FORMAT_VERSION) {
    throw new Error(
      `${folder} was written by a newer version of this database (format ${version}, this one knows ${FORMAT_VERSION})`,
    );
  }
  return store;
}
