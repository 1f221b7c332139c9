import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROGRAM = path.join(__dirname, '../dist/standalone.js');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'livelane-standalone-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** How the program ends that is started with these words; one that serves is stopped. */
function endOf(words: readonly string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    const { EMBEDDED_MONGO_FOLDER: _, ...env } = process.env;
    const child = execFile(process.execPath, [PROGRAM, ...words], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, output: out + err }),
    );
    child.stdout?.on('data', (text: string) => text.includes('serving') && child.kill('SIGTERM'));
  });
}

test.each([[['--help']], [['-h']], [['data/database', '--help']], [['data/database', 'other']], [[]]])(
  '%j: how it is used, and nothing is made',
  async (words) => {
    const { code, output } = await endOf(words);
    expect(output).toContain('usage: ');
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  },
);

test('a folder is served until SIGTERM', async () => {
  const { code, output } = await endOf(['data/database']);
  expect(output).toContain('serving data/database at mongodb://');
  expect(code).toBe(0);
  expect(await readdir(folder)).toEqual(['data']);
});
