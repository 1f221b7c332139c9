import fs from 'node:fs';
import { openOutput } from './output';

/** What standard output has taken. */
let taken: string;
/** How many bytes it still takes before its disk is full. */
let room: number;

beforeEach(() => {
  taken = '';
  room = Number.POSITIVE_INFINITY;
  jest.spyOn(fs, 'writeSync').mockImplementation(((_fd: number, bytes: Buffer, offset: number) => {
    const part = bytes.subarray(offset, offset + room);
    if (part.length === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    room -= part.length;
    taken += part.toString();
    return part.length;
  }) as typeof fs.writeSync);
});

test('what a full disk refuses is written in its order once there is room', () => {
  const output = openOutput();
  output.write('one\n');
  room = 2;
  output.write('zwölf\n');
  output.write('three\n');
  expect(taken).toBe('one\nzw');
  room = Number.POSITIVE_INFINITY;
  output.write('four\n');
  expect(taken).toBe('one\nzwölf\nthree\nfour\n');
});

test('lines for which there is no room are dropped whole', () => {
  const output = openOutput();
  room = 0;
  const line = `${'x'.repeat(999)}\n`;
  for (let n = 0; n < 100; n++) output.write(line);
  room = Number.POSITIVE_INFINITY;
  output.write('last\n');
  const lines = taken.split('\n');
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.length).toBeLessThan(80);
  expect([...new Set(lines)]).toEqual(['x'.repeat(999), 'last', '']);
});

test('a long line that is begun is written to its end', () => {
  const output = openOutput();
  const long = `${'x'.repeat(200_000)}\n`;
  room = 65_536;
  output.write(long);
  output.write('dropped\n');
  room = Number.POSITIVE_INFINITY;
  output.write('last\n');
  expect(taken).toBe(`${long}last\n`);
});
