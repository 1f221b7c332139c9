import { createHash } from 'node:crypto';

/** Hash of a request's kind and checked input, to distinguish a repetition from a reused key (R7). */
export function fingerprintOf(kind: string, input: unknown): string {
  return createHash('sha256')
    .update(`${kind}\n${JSON.stringify(input)}`)
    .digest('base64url');
}
