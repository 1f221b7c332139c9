import { setTimeout as wait } from 'node:timers/promises';
import type { LivelaneProcess } from '../../../test-kit/livelane.process';
import { inTemporaryFolder, residentMegabytes, withLivelane } from '../../../test-kit/load/livelane';
import { type Row, spread } from '../../../test-kit/load/measure';
import { buildBaseline, startBaseline } from '../baseline';

const RUNS = 5;
/** After the start, until memory is read: V8 gives the room of a launch back when nothing has happened for some seconds. */
const SETTLE_MS = 30_000;

/** From launch to ready, and the memory of a server that nobody uses. */
export async function measureStart(): Promise<Row[]> {
  const ours = { ms: [] as number[], megabytes: [] as number[] };
  const theirs = { ms: [] as number[], megabytes: [] as number[] };
  await inTemporaryFolder(async (folder) => {
    const file = await buildBaseline(folder);
    for (let run = 0; run < RUNS; run++) {
      await inTemporaryFolder(async (dataDir) => {
        const start = performance.now();
        await withLivelane(dataDir, async (server) => {
          ours.ms.push(performance.now() - start);
          const theirStart = performance.now();
          const baseline = await startBaseline(file);
          theirs.ms.push(performance.now() - theirStart);
          const [own, other] = await Promise.all([idleMegabytes(server), idleMegabytes(baseline)]);
          ours.megabytes.push(own);
          theirs.megabytes.push(other);
          await baseline.stop();
        });
      });
    }
  });
  const valuesOf = ({ ms, megabytes }: typeof ours) => ({ p50: spread(ms), megabytes: spread(megabytes) });
  return [
    {
      part: 'start',
      name: 'launch to ready on an empty folder; memory when idle',
      runs: RUNS,
      values: valuesOf(ours),
      baseline: { name: 'bare Express and Socket.IO', values: valuesOf(theirs) },
    },
  ];
}

export async function idleMegabytes(server: LivelaneProcess): Promise<number> {
  await wait(SETTLE_MS);
  return residentMegabytes(server.pid);
}
