import type { Config } from '../src/config';
import { startTestDatabase, type TestDatabase } from './database';
import { startTestServer, type TestServer } from './harness';

/** For a file's tests: two nodes on one database, and nothing that notifies them. `ready` is called once, before the tests. */
export function onTwoNodes(
  ready: (a: TestServer, b: TestServer, database: TestDatabase) => void,
  config: Partial<Config> = {},
): void {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const database = await startTestDatabase();
    const start = () => startTestServer({ database, config });
    const nodes = [await start(), await start()] as const;
    stop = async () => {
      for (const node of nodes) await node.stop();
      await database.close();
    };
    ready(...nodes, database);
  });
  afterAll(() => stop());
}
