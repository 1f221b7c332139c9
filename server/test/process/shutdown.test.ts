import path from 'node:path';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { startLivelane } from '../../../test-kit/livelane.process';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { call, createProject, readBoard, signUp } from '../../../test-kit/team';
import { restartable } from './restartable';

const WRITERS = 8;
/** The server is asked to end once so many writes have been acknowledged. */
const STOP_AFTER = 40;
const TEST_TIMEOUT_MS = 120_000;

const product = restartable();

test(
  'SIGTERM under load: not ready while it ends, ends in order, and nothing acknowledged is lost',
  async () => {
    let server = await product.start();
    const { url } = server;
    const owner = await signUp(url, 'Owner');
    const project = await createProject(url, owner);
    const acknowledged: string[] = [];
    let stopNow: () => void = () => undefined;
    const enough = new Promise<void>((resolve) => {
      stopNow = resolve;
    });
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; ; n++) {
        const body = { title: `Task ${writer}-${n}`, projectId: project.id };
        try {
          const { id } = await call<TaskWriteAnswer>(url, 'POST', '/tasks', { token: owner.token, body });
          acknowledged.push(id);
        } catch {
          return;
        }
        if (acknowledged.length === STOP_AFTER) stopNow();
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    await enough;
    const stopped = server.stop();
    const seen = new Set<number>();
    while (!seen.has(0)) {
      seen.add(
        await fetch(`${url}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        ),
      );
    }
    // What does not end by itself is killed, which has no exit code.
    expect(await stopped).toBe(0);
    expect(seen).toContain(503);
    await Promise.all(writers);

    server = await product.start();
    const board = await readBoard(server.url, owner, project.id);
    const kept = new Set(board.columns.flatMap((column) => column.tasks.map((task) => task.id)));
    expect(acknowledged.length).toBeGreaterThan(STOP_AFTER);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  'a port in use and a wrong setting are told in words',
  async () => {
    const server = await product.start();
    const { port } = new URL(server.url);
    const other = path.join(product.dataDir, 'other');
    await expect(startLivelane({ dataDir: other, env: { PORT: port } })).rejects.toThrow(
      `port ${port} is in use`,
    );
    await expect(startLivelane({ dataDir: other, env: { METRICS_PORT: port } })).rejects.toThrow(
      `port ${port} is in use. End what uses it, or choose another one with METRICS_PORT`,
    );
    for (const name of ['HOST', 'METRICS_HOST'])
      await expect(
        startLivelane({ dataDir: other, env: { METRICS_PORT: '0', [name]: '198.51.100.1' } }),
      ).rejects.toThrow(`198.51.100.1 is no address of this machine. Choose another one with ${name}`);
    await expect(startLivelane({ dataDir: other, env: { LOG_LEVEL: 'loud' } })).rejects.toThrow(
      /cannot start with these settings:\nLOG_LEVEL: must be one of/,
    );
  },
  TEST_TIMEOUT_MS,
);

/** Loaded before the server: a signal comes with the line that says it is ready. */
const SIGNAL_WHEN_READY = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  const { writeSync } = fs;
  fs.writeSync = (...args) => {
    const written = writeSync(...args);
    if (String(args[1]).includes('is ready')) process.kill(process.pid, 'SIGTERM');
    return written;
  };
`)}`;

test('a server that says it is ready ends in order, however early it is told to', async () => {
  const main = path.join(repositoryRoot(), 'server/dist/main.js');
  const server = await startLivelane({
    dataDir: product.dataDir,
    command: [process.execPath, '--import', SIGNAL_WHEN_READY, main],
  });
  // Killed by the signal, it has no exit code.
  expect(await server.stop()).toBe(0);
});
