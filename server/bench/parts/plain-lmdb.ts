import path from 'node:path';
import { open } from 'lmdb';
import { type Run, run } from '../../../test-kit/load/measure';

/** A value of about the size of an op. */
const VALUE = Buffer.alloc(700, 1);

/** Durable commits of one value each, one after another, with LMDB alone. */
export async function commitEach(folder: string, rounds: number, count: number): Promise<Run[]> {
  const database = open<Buffer, number>({
    path: path.join(folder, 'plain.mdb'),
    noSubdir: true,
    encoding: 'binary',
    overlappingSync: false,
  });
  const runs: Run[] = [];
  let key = 0;
  for (let round = 0; round < rounds; round++) {
    runs.push(
      await run(1, count, async () => {
        database.transactionSync(() => {
          database.put(key++, VALUE);
        });
      }),
    );
  }
  await database.close();
  return runs;
}
