import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';

export interface Restartable {
  /** A folder that is there as long as one test. */
  readonly dataDir: string;
  /** Starts the server on that folder. What still runs when the test is over is killed. */
  start(): Promise<LivelaneProcess>;
}

/** For each test of a file: a server that can end and start again on its data. */
export function restartable(): Restartable {
  let dataDir: string;
  let started: LivelaneProcess[];
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-process-'));
    started = [];
  });
  afterEach(async () => {
    for (const server of started) await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    get dataDir() {
      return dataDir;
    },
    async start() {
      const server = await startLivelane({ dataDir });
      started.push(server);
      return server;
    },
  };
}
