import { randomBytes, randomUUID } from 'node:crypto';
import { Binary, BSON, Int32 } from 'bson';
import * as fc from 'fast-check';
import { docs, seed } from '../../test/support/random-values';
import { decodeDocument, encodeDocument } from '../values/codec';
import type { Doc, Value } from '../values/value';
import { FieldNames } from './field-names';
import { packDocument, unpackDocument } from './packing';

const RUNS = { seed, numRuns: 2000 };
const UUID = 'f9984738-29e2-48aa-8be8-0b8704df2e3d';
const HASH = '1xj28mWN9GhyzvzlKpDKCuiaAKRL3cVXtljKCTnpqsM';
const TIME = '2026-11-23T17:03:00.624Z';

/** Texts that are packed in a way of their own, and those that are almost such. */
const texts: fc.Arbitrary<string> = fc.oneof(
  fc.uuid(),
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .tuple(fc.constantFrom(UUID, HASH, TIME), fc.nat(42), fc.constantFrom('-', 'F', 'g', '0', '_', '=', 'é'))
    .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1)),
  fc.constantFrom(
    UUID.toUpperCase(),
    `{${UUID}}`,
    'Mon, 23 Nov 2026 17:0300',
    '2026-02-31T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    'x'.repeat(255),
    'é'.repeat(128),
  ),
);
const names = fc.constantFrom('_id', 'taskId', 'at', 'é', '', '0', 'a.b', UUID);
const telling: fc.Arbitrary<Doc> = fc.letrec<{ doc: Doc; value: Value }>((tie) => ({
  doc: fc
    .array(fc.tuple(names, tie('value')), { maxLength: 6 })
    .map((fields) => new Map<string, Value>(fields)),
  value: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.integer({ min: -2, max: 258 }).map((number) => new Int32(number)),
    tie('doc'),
    fc.array(tie('value'), { maxLength: 12 }),
  ),
})).doc;

const pack = (plain: object, known = new FieldNames()) =>
  packDocument(Buffer.from(BSON.serialize(plain)), known);

test('what is packed comes back byte for byte, of every type', () => {
  const known = new FieldNames();
  fc.assert(
    fc.property(fc.oneof(docs, telling), (doc) => {
      const bson = encodeDocument(doc);
      const stored = packDocument(bson, known);
      expect(stored.equals(bson)).toBe(false);
      // As the next start reads it: by the names that the catalogue kept.
      expect(unpackDocument(stored, new FieldNames(known.all)).equals(bson)).toBe(true);
    }),
    RUNS,
  );
});

test('ids, hashes and times take the bytes that they stand for, known names one', () => {
  const known = new FieldNames();
  const plain = { _id: UUID, fingerprint: HASH, at: TIME, v: 7 };
  pack(plain, known);
  expect(known.all).toEqual(['_id', 'fingerprint', 'at', 'v']);
  // Each of the four fields has a tag and a name; then the end of the document, and that it is packed.
  expect(pack(plain, known)).toHaveLength(4 * 2 + 16 + 32 + 6 + 1 + 2);
});

test('documents of before are read as they are', () => {
  const bson = encodeDocument(new Map<string, Value>([['_id', UUID]]));
  expect(unpackDocument(bson, new FieldNames())).toBe(bson);
});

test('what a driver does not write stays as it came', () => {
  // An array whose element is called 7.
  const odd = Buffer.from(BSON.serialize({ a: [1] }));
  odd[odd.indexOf('0\0')] = 0x37;
  decodeDocument(odd);
  expect(packDocument(odd, new FieldNames())).toBe(odd);
});

test('what is large is kept as it is', () => {
  const large = Buffer.from(BSON.serialize({ file: new Binary(randomBytes(64 * 1024)) }));
  expect(packDocument(large, new FieldNames())).toBe(large);
  // The most that fields can grow: names that are not known, values of no bytes.
  const plain = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`${n}-`, null]));
  const wide = Buffer.from(BSON.serialize(plain));
  const known = new FieldNames();
  expect(unpackDocument(packDocument(wide, known), known).equals(wide)).toBe(true);
});

test('there are 255 names, and ids are none', () => {
  const known = new FieldNames();
  pack({ [randomUUID()]: 1, [UUID]: 1, 'a.b': 1, 0: 1 }, known);
  expect(known.all).toEqual([]);
  const plain = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`name${n}`, n]));
  const stored = pack(plain, known);
  expect(known.all).toHaveLength(255);
  expect(BSON.deserialize(unpackDocument(stored, known))).toEqual(plain);
});
