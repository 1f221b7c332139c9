import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Jest globalSetup: the simulation runs bundles of the client's and the server's code. */
export default function bundle(): void {
  execFileSync(process.execPath, [path.join(__dirname, '..', 'bundle.mjs')], { stdio: 'inherit' });
}
