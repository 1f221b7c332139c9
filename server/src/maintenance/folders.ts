import path from 'node:path';
import { readDataDir, readMongodbUri } from '../config';

/** Where the embedded database of this installation lives. */
export function databaseFolder(): string {
  return path.join(readDataDir(process.env), 'database');
}

/**
 * The same for programs that know no other database.
 * @throws Error with advice if MONGODB_URI names another one
 */
export function onlyDatabaseFolder(instead: string): string {
  if (readMongodbUri(process.env) === undefined) return databaseFolder();
  throw new Error(
    `MONGODB_URI is set, and its data are in no folder of this program: use ${instead} (docs/operate.md)`,
  );
}

/** The one word that a program takes. @throws Error with the usage for all others */
export function onlyWord(usage: string): string {
  const [word, ...more] = process.argv.slice(2);
  if (!word || word.startsWith('-') || more.length > 0) throw new Error(usage);
  return word;
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
