import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { syncPath } from '../sync-path';
import { reasonOf } from '../system-error';
import { DATA_FILE } from './data-file';
import { metaKey } from './keys';
import { Store } from './store';
import { verifyDataFile } from './verify';

/** Version of the layout described in keys.ts; 1 had no packed documents, and is read as it is. */
const FORMAT_VERSION = 2;
/**
 * Version of the requirements to open the data file. It stays when the layout inside changes, so that an older program
 * can put an older back-up into the folder; the file itself contains the version of its layout.
 */
const FILE_VERSION = 1;
/** Describes the folder, so that an older program leaves a newer folder alone before it opens anything. */
const FORMAT_FILE = 'embedded-mongo.json';

const FORMAT = metaKey('format');

/** Opens a data folder. Throws an Error with one clear message when that cannot be done; no data is touched then. */
export function openStore(folder: string, { relaxed }: { relaxed: boolean }): Store {
  const file = path.join(folder, DATA_FILE);
  checkFolder(folder, file);
  try {
    const store = new Store(file, { relaxed });
    const found = store.get(FORMAT);
    if (found) checkVersion(folder, found.readUInt32BE(0), FORMAT_VERSION);
    if (found?.readUInt32BE(0) !== FORMAT_VERSION) writeVersion(store, found);
    if (!existsSync(path.join(folder, FORMAT_FILE))) {
      writeFormatFile(folder);
      // The names of new files must be on disk as well before anything in them counts as safe.
      syncPath(folder);
    }
    return store;
  } catch (error) {
    throw new Error(`the database in ${folder} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

function checkFolder(folder: string, file: string): void {
  checkWritable(folder);
  if (existsSync(file)) checkWritable(file);
  const marker = readFormatFile(folder);
  if (marker !== undefined) checkVersion(folder, marker, FILE_VERSION);
  const size = existsSync(file) ? statSync(file).size : 0;
  if (size === 0) {
    if (marker === undefined) return;
    throw new Error(
      `${file} is missing or empty, but the folder has held a database: restore a back-up, or remove the folder to start again`,
    );
  }
  try {
    verifyDataFile(file, 'at launch');
  } catch (error) {
    throw new Error(`${file} cannot be used, ${reasonOf(error)}. Nothing was changed; restore a back-up.`, {
      cause: error,
    });
  }
}

function checkWritable(place: string): void {
  try {
    accessSync(place, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new Error(`the database needs to write to ${place}: ${reasonOf(error)}`, { cause: error });
  }
}

function checkVersion(folder: string, version: number, known: number): void {
  if (version <= known) return;
  throw new Error(
    `${folder} was written by a newer version of this database (format ${version}, this one knows ${known}). Nothing was changed.`,
  );
}

function readFormatFile(folder: string): number | undefined {
  const file = path.join(folder, FORMAT_FILE);
  if (!existsSync(file)) return undefined;
  try {
    const { format } = JSON.parse(readFileSync(file, 'utf8')) as { format: unknown };
    if (typeof format === 'number') return format;
  } catch {
    // Falls through: an unreadable marker is as good as a wrong one.
  }
  throw new Error(`${file} cannot be read: it should say {"format": ${FILE_VERSION}}. Nothing was changed.`);
}

function writeFormatFile(folder: string): void {
  const file = path.join(folder, FORMAT_FILE);
  writeFileSync(`${file}.new`, `${JSON.stringify({ format: FILE_VERSION })}\n`, {
    mode: 0o600,
    flush: true,
  });
  renameSync(`${file}.new`, file);
}

function writeVersion(store: Store, old: Buffer | undefined): void {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(FORMAT_VERSION, 0);
  store.transaction(() => (old ? store.replace(FORMAT, value, old) : store.insert(FORMAT, value)));
}
