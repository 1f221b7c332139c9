import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import LastingEnvironment from '../../test-kit/jest/lasting.environment';
import { type EmbeddedMongo, startEmbeddedMongo } from '../embedded-mongo/src/embedded-mongo';
import { COUNTED_BY } from '../src/database/counted-by';

declare global {
  /** The embedded database of the Jest worker that runs this test file; it starts when it is first needed. */
  var livelaneDatabase: (() => Promise<EmbeddedMongo>) | undefined;
}

interface Running {
  folder: string;
  database: EmbeddedMongo;
}

/** Of this Jest worker: this module stays loaded from one test file to the next. */
let running: Promise<Running> | undefined;
let idle: NodeJS.Timeout | undefined;
let unremoved: string | undefined;

/** The exit code of a process that SIGTERM has ended: 128 and the signal's number. */
const ENDED_BY_SIGTERM = 143;
// Jest ends a worker with SIGTERM that is not gone after half a second, and itself at once when it is told to.
process.once('SIGTERM', () => process.exit(ENDED_BY_SIGTERM));
process.once('exit', () => {
  if (unremoved) rmSync(unremoved, { recursive: true, force: true, maxRetries: 3 });
});

/** After this nobody seems to come any more; Jest itself gives a worker half a second for its end. */
const IDLE_MS = 150;

/** One that does not wait for the disk: nothing of it is kept. */
async function start(): Promise<Running> {
  const folder = mkdtempSync(path.join(tmpdir(), 'livelane-test-'));
  unremoved = folder;
  return { folder, database: await startEmbeddedMongo({ folder, relaxed: true, countedBy: COUNTED_BY }) };
}

async function stop({ folder, database }: Running): Promise<void> {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

/**
 * Jest's environment for tests with a database: a worker's files use the same server, each a database in it that nobody
 * else knows of. A server that starts for each file runs all of it cold.
 */
export default class DatabaseEnvironment extends LastingEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    clearTimeout(idle);
    this.global.livelaneDatabase = async () => {
      running ??= start();
      return (await running).database;
    };
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    idle = setTimeout(() => {
      const last = running;
      running = undefined;
      void last?.then(stop);
    }, IDLE_MS);
  }
}
