import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { StoredTask } from '../tasks/task.schema';

/**
 * Fingerprint of a board: hex SHA-256 of the lines `id:rev` of its PUBLIC tasks, sorted, joined by a
 * line feed (SPEC.md#push). Computed without Web Crypto, which plain http pages lack.
 */
export function boardHash(tasks: Iterable<Pick<StoredTask, 'id' | 'rev' | 'visibility'>>): string {
  const lines: string[] = [];
  for (const task of tasks) if (task.visibility === 'PUBLIC') lines.push(`${task.id}:${task.rev}`);
  return bytesToHex(sha256(utf8ToBytes(lines.sort().join('\n'))));
}
