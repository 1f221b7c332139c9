import path from 'node:path';
import { open } from 'lmdb';
import { type Run, run } from '../../../test-kit/load/measure';

/** A value of about the size of an op. */
const VALUE = Buffer.alloc(700, 1);

/** LMDB alone, each of whose commits is one value on disk. */
export function openPlain(folder: string) {
  const database = open<Buffer, number>({
    path: path.join(folder, 'plain.mdb'),
    noSubdir: true,
    encoding: 'binary',
    overlappingSync: false,
  });
  let key = 0;
  return {
    commit(): void {
      database.transactionSync(() => {
        database.put(key++, VALUE);
      });
    },
    close: () => database.close(),
  };
}

/** Durable commits of one value each, one after another. */
export async function commitEach(folder: string, rounds: number, count: number): Promise<Run[]> {
  const plain = openPlain(folder);
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round++) runs.push(await run(1, count, async () => plain.commit()));
  await plain.close();
  return runs;
}
