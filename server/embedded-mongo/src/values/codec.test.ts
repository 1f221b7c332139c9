import { BSON } from 'bson';
import * as fc from 'fast-check';
import { faultOf } from '../../test/support/faults';
import { docOf, textOf } from '../../test/support/plain';
import { docs, seed } from '../../test/support/random-values';
import { decodeDocument, encodeDocument } from './codec';
import type { Value } from './value';

/** Bytes of a document from hexadecimal text. */
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test('what is encoded is decoded: every type, the order of fields, numbers as they were', () => {
  fc.assert(
    fc.property(docs, (doc) => {
      const encoded = encodeDocument(doc);
      const decoded = decodeDocument(encoded);
      expect(textOf(decoded)).toBe(textOf(doc));
      expect(encodeDocument(decoded).equals(encoded)).toBe(true);
    }),
    { seed, numRuns: 1000 },
  );
});

test('the bytes are those of the bson package', () => {
  const plain = { a: 1, b: 1.5, c: 'é😀', d: [1, { e: null }], f: new Date(-5), g: true, h: /x/i, i: -1 };
  const ours = encodeDocument(decodeDocument(BSON.serialize(plain)));
  expect(ours.equals(Buffer.from(BSON.serialize(plain)))).toBe(true);
});

test('names like numbers stay where they are', () => {
  const doc = new Map<string, Value>([
    ['b', 'x'],
    ['1', 'y'],
    ['0', 'z'],
  ]);
  expect([...decodeDocument(encodeDocument(doc)).keys()]).toEqual(['b', '1', '0']);
});

test('a decoded document does not share memory with its bytes', () => {
  const source = Buffer.from(
    BSON.serialize({ a: new BSON.Binary(Buffer.from('abc')), b: new BSON.ObjectId() }),
  );
  const decoded = decodeDocument(source);
  const before = textOf(decoded);
  source.fill(0xff);
  expect(textOf(decoded)).toBe(before);
});

test('long strings and many names', () => {
  const doc = docOf({ long: 'é'.repeat(70_000), ascii: 'a'.repeat(70_000) });
  for (let i = 0; i < 10_000; i += 1) doc.set(`field${i}`, `value ${i}`);
  expect(textOf(decodeDocument(encodeDocument(doc)))).toBe(textOf(doc));
});

const broken: [why: string, hex: string, code: number][] = [
  ['too short', '0400 0000', 22],
  ['length beyond the end', '0600 0000 00', 22],
  ['no end', '0500 0000 01', 22],
  ['bytes after the end', '0500 0000 00 00', 22],
  ['unknown type', '0800 0000 55 61 00 00', 22],
  ['name without an end', '0700 0000 0a 61 61', 22],
  ['string longer than its document', '0e00 0000 02 61 00 ff00 0000 78 00', 22],
  ['string without an end', '0e00 0000 02 61 00 0200 0000 78 78 00', 22],
  ['string that is not UTF-8', '0e00 0000 02 61 00 0200 0000 ff 00 00', 22],
  ['boolean that is neither', '0900 0000 08 61 00 02 00', 22],
  ['double cut off', '0c00 0000 01 61 00 0000 0000 00', 22],
  ['ObjectId cut off', '0c00 0000 07 61 00 0000 0000 00', 22],
  ['inner document longer than the outer one', '0d00 0000 03 61 00 ff00 0000 00 00', 22],
  ['inner document that ends early', '0e00 0000 03 61 00 0600 0000 00 00 00', 22],
  ['inner document that leaves fields to the outer one', '1000 0000 03 61 00 0800 0000 00 0a 62 00 00', 22],
  ['binary with a negative length', '0d00 0000 05 61 00 ffff ffff 00 00', 22],
  ['dbPointer', '1900 0000 0c 61 00 0100 0000 00 000000000000000000000000 00', 2],
  ['a repeated field name', '0b00 0000 0a 61 00 0a 61 00 00', 2],
  ['a date that JavaScript cannot hold', '1000 0000 09 61 00 ffff ffff ffff ff7f 00', 2],
];

test.each(broken)('refused: %s', (_why, hex, code) => {
  expect(faultOf(() => decodeDocument(bytes(hex))).code).toBe(code);
});

test('random damage is refused or read, never a crash or an endless loop', () => {
  const source = BSON.serialize({
    a: [1, 'x', { b: new Date(0) }],
    c: new BSON.Binary(Buffer.from('abc')),
    d: 'é',
  });
  fc.assert(
    fc.property(fc.nat(source.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const damaged = Buffer.from(source);
      damaged[at] = byte;
      try {
        encodeDocument(decodeDocument(damaged));
      } catch (error) {
        expect((error as Error).name).toBe('MongoServerFault');
      }
    }),
    { seed, numRuns: 3000 },
  );
});

test('nesting is limited', () => {
  let value: Value = 'deep';
  for (let i = 0; i < 250; i += 1) value = [value];
  expect(faultOf(() => encodeDocument(new Map([['a', value]]))).code).toBe(15);
});
