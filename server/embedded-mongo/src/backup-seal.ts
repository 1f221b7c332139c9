import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/*
 * A back-up ends with its seal: a mark, and the SHA-256 of everything before that. LMDB has no checksums, so a bit that
 * has changed would be restored with the rest, or crash the process.
 */
const MARK = Buffer.from('embedded-mongo/1');
const HASH = 'sha256';
const HASH_BYTES = 32;
const SEAL_BYTES = MARK.length + HASH_BYTES;

/** Ends a back-up with its seal. */
export async function sealBackup(file: string): Promise<void> {
  const opened = await open(file, 'r+');
  try {
    const { size } = await opened.stat();
    const seal = Buffer.concat([MARK, await hashOf(file, size)]);
    await opened.write(seal, 0, SEAL_BYTES, size);
  } finally {
    await opened.close();
  }
}

/**
 * Takes the seal from a back-up. One of a former version has none, nor has a data file.
 * @throws Error if the back-up is not what was sealed
 */
export async function unsealBackup(file: string): Promise<void> {
  const opened = await open(file, 'r+');
  try {
    const size = (await opened.stat()).size - SEAL_BYTES;
    if (size <= 0) return;
    const seal = Buffer.alloc(SEAL_BYTES);
    await opened.read(seal, 0, SEAL_BYTES, size);
    if (!seal.subarray(0, MARK.length).equals(MARK)) return;
    if (!seal.subarray(MARK.length).equals(await hashOf(file, size)))
      throw new Error('it is damaged: its content has changed since it was written');
    await opened.truncate(size);
  } finally {
    await opened.close();
  }
}

/** Of the first bytes of a file, which are at least one. */
async function hashOf(file: string, size: number): Promise<Buffer> {
  const hash = createHash(HASH);
  for await (const bytes of createReadStream(file, { end: size - 1 })) hash.update(bytes as Buffer);
  return hash.digest();
}
