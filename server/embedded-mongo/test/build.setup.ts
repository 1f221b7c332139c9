import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Jest globalSetup: tests of the server run the same bundled worker as production does. */
export default function buildWorker(): void {
  execFileSync(process.execPath, [path.join(__dirname, '..', 'build.mjs')], { stdio: 'inherit' });
}
