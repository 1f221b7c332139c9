import { Framing, MAX_MESSAGE_BYTES } from './framing';

function message(length: number, fill: number): Buffer {
  const bytes = Buffer.alloc(length, fill);
  bytes.writeInt32LE(length, 0);
  return bytes;
}

describe('messages out of a stream', () => {
  const all = [message(16, 1), message(40, 2), message(17, 3)];
  const stream = Buffer.concat(all);

  it.each([1, 2, 3, 5, 15, 16, 17, 40, 73])('are the same in chunks of %i bytes', (size) => {
    const framing = new Framing();
    const found: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size)
      found.push(...framing.push(stream.subarray(at, at + size)));
    expect(found).toEqual(all);
  });

  it.each([0, 15, -1, MAX_MESSAGE_BYTES + 1])('of the impossible length %i are refused', (length) => {
    const bytes = Buffer.alloc(16);
    bytes.writeInt32LE(length, 0);
    expect(() => new Framing().push(bytes)).toThrow(RangeError);
  });
});
