import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Bytes that are kept while they cannot be written. */
const MAX_WAITING_BYTES = 64 * 1024;

/**
 * Standard output for a process that goes on whatever becomes of it: a full disk, a closed terminal, a reader that
 * has stopped. What cannot be written is tried again with the next line; lines for which there is no room are dropped,
 * but not the rest of one that is begun.
 * pino's own stream ends the process at such an error, and does not let it exit before it has written everything.
 */
export function openOutput(): DestinationStream {
  // Node opens it: from then on a full pipe refuses bytes, and does not block the process.
  const { fd } = process.stdout;
  let waiting: Buffer = Buffer.alloc(0);
  return {
    write(line) {
      const bytes = Buffer.concat([waiting, Buffer.from(line)]);
      let written = 0;
      try {
        while (written < bytes.length) written += writeSync(fd, bytes, written);
      } catch {
        // The rest waits.
      }
      const rest = bytes.subarray(written);
      const isBegun = written > waiting.length;
      waiting = isBegun || rest.length <= MAX_WAITING_BYTES ? rest : waiting.subarray(written);
    },
  };
}
