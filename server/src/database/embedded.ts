import path from 'node:path';
import { type EmbeddedMongo, type EmbeddedMongoOptions, startEmbeddedMongo } from '@livelane/embedded-mongo';
import { COUNTED_BY } from './counted-by';

/** Serves the database of a data folder; see `startEmbeddedMongo`. Loads neither Mongoose nor the driver. */
export function startEmbedded(
  dataDir: string,
  options: Pick<EmbeddedMongoOptions, 'mustExist' | 'onLaunched'> = {},
): Promise<EmbeddedMongo> {
  return startEmbeddedMongo({
    folder: path.join(dataDir, 'database'),
    countedBy: COUNTED_BY,
    ...options,
  });
}
