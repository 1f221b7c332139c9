import path from 'node:path';
import { build } from 'esbuild';
import { type LivelaneProcess, startLivelane } from '../../test-kit/livelane.process';

/** Bundles the baseline into the folder; Livelane runs as a bundle too. Returns the file. */
export async function buildBaseline(folder: string): Promise<string> {
  const outfile = path.join(folder, 'baseline.js');
  await build({
    entryPoints: [path.join(__dirname, 'baseline.server.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
  });
  return outfile;
}

/** Starts the baseline as a process of its own. */
export function startBaseline(file: string): Promise<LivelaneProcess> {
  return startLivelane({
    dataDir: path.dirname(file),
    command: [process.execPath, file],
    env: { NODE_ENV: 'production' },
  });
}
