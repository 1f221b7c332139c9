import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFile } from '@livelane/embedded-mongo/create-file';
import { syncPath } from '@livelane/embedded-mongo/sync-path';

/** Bytes of a secret made here. */
const SECRET_BYTES = 48;

/**
 * The secret in a file, which only its owner can read. It is made if there is none: on disk as a whole, or not at all.
 * Of several processes that make one, all get the same.
 * @throws Error with a system error code
 */
export function keptSecret(file: string): string {
  const kept = readSecret(file);
  if (kept) return kept;
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flush: true });
    // One that a start has left empty, since it died or found no room.
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
    createFile(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  syncPath(path.dirname(file));
  return readSecret(file);
}

/** The secret in a file; empty if there is none. @throws Error with a system error code */
export function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
