import path from 'node:path';
import { readDataDir } from '../config';

/** Where the embedded database of this installation lives. */
export function databaseFolder(): string {
  return path.join(readDataDir(process.env), 'database');
}

/** Runs a program of this folder; prints one line on failure. */
export function runProgram(work: () => Promise<string>): void {
  work().then(
    (done) => process.stdout.write(`${done}\n`),
    (error: unknown) => {
      process.stderr.write(`livelane: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
