import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../../test-kit/repositoryRoot';

let caches: string;

beforeEach(async () => {
  caches = await mkdtemp(path.join(tmpdir(), 'livelane-chromium-'));
});
afterEach(() => rm(caches, { recursive: true, force: true }));

/** Unpacks as a process of its own; resolves to the file that a browser could have been started from at once. */
async function unpack(): Promise<{ file: string; inode: number }> {
  const program = path.join(repositoryRoot(), '.tools', 'unpack-chromium.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, caches]);
  const file = path.join(stdout.trim(), 'chromium');
  return { file, inode: (await stat(file)).ino };
}

test('two processes that unpack the carried Chromium at once never take it away from each other', async () => {
  const deadPid = spawnSync(process.execPath, ['--version']).pid;
  await mkdir(path.join(caches, `unfinished-${deadPid}-left`));
  const unpacked = await Promise.all([unpack(), unpack()]);
  const { file } = await unpack();
  const { ino } = await stat(file);
  expect(unpacked).toEqual([
    { file, inode: ino },
    { file, inode: ino },
  ]);
  // Nothing unfinished is left, neither of these processes nor of one that was killed.
  expect(await readdir(caches)).toEqual([path.basename(path.dirname(file))]);
});
