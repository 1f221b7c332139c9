import { createHash } from 'node:crypto';

/** An id derived from another one, in the form of a UUID of version 4: every node derives the same. */
export function derivedId(from: string, purpose: string): string {
  const bytes = createHash('sha256').update(`${purpose}\n${from}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
