import { HEADER_BYTES } from './message';

/** Largest wire message that MongoDB accepts, in bytes. */
export const MAX_MESSAGE_BYTES = 48_000_000;

/** Cuts a byte stream into wire messages. A message never shares memory with a later chunk. */
export class Framing {
  private chunks: Buffer[] = [];
  private buffered = 0;

  /** Takes one chunk and returns the messages that it completed. Throws RangeError on an impossible length. */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.buffered += chunk.length;
    const messages: Buffer[] = [];
    let length = this.nextLength();
    while (length > 0 && this.buffered >= length) {
      const all = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
      messages.push(all.subarray(0, length));
      const rest = all.subarray(length);
      this.chunks = rest.length > 0 ? [rest] : [];
      this.buffered = rest.length;
      length = this.nextLength();
    }
    return messages;
  }

  /** Length of the message at the front, or 0 while fewer than four bytes are there. */
  private nextLength(): number {
    if (this.buffered < 4) return 0;
    let first = this.chunks[0] as Buffer;
    if (first.length < 4) {
      first = Buffer.concat(this.chunks);
      this.chunks = [first];
    }
    const length = first.readInt32LE(0);
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
      throw new RangeError(`Impossible message length ${length}`);
    }
    return length;
  }
}
