import { Int32 } from 'bson';
import { encodeKey } from '../values/key';
import { BsonUndefined, type Doc, doc, type Value } from '../values/value';
import { indexKeys } from './index-keys';
import { MAX_FIELDS_BYTES } from './keys';

const int = (value: number): Int32 => new Int32(value);
const fields = (...paths: string[]) =>
  paths.map((path) => ({ path, parts: path.split('.'), direction: 1 as const }));
const keysOf = (document: Doc, ...paths: string[]) => indexKeys(document, fields(...paths));
const encoded = (...rows: Value[][]) => rows.map((row) => encodeKey(row).toString('hex'));
const hex = (keys: Buffer[]) => keys.map((key) => key.toString('hex'));

describe('what a document puts into an index', () => {
  it.each<[string, Doc, string[], Value[][], boolean]>([
    ['a plain value', doc(['a', int(1)]), ['a'], [[int(1)]], false],
    ['null for a missing field', doc(['b', int(1)]), ['a'], [[null]], false],
    ['a value in a subdocument', doc(['a', doc(['b', 'x'])]), ['a.b'], [['x']], false],
    ['null below a scalar', doc(['a', int(1)]), ['a.b'], [[null]], false],
    ['each element of an array', doc(['a', [int(1), int(2), int(1)]]), ['a'], [[int(1)], [int(2)]], true],
    ['undefined for an empty array', doc(['a', []]), ['a'], [[BsonUndefined.VALUE]], true],
    ['null below an empty array', doc(['a', []]), ['a.b'], [[null]], true],
    ['an inner array as a whole', doc(['a', [[int(1), int(2)]]]), ['a'], [[[int(1), int(2)]]], true],
    ['fields of elements', doc(['a', [doc(['b', int(1)]), int(5)]]), ['a.b'], [[int(1)], [null]], true],
    ['an element by its place', doc(['a', [int(7), int(8)]]), ['a.1'], [[int(8)]], false],
    [
      'fields of one element together',
      doc(['a', [doc(['b', int(1)], ['c', 'x']), doc(['b', int(2)], ['c', 'y'])]]),
      ['a.b', 'a.c'],
      [
        [int(1), 'x'],
        [int(2), 'y'],
      ],
      true,
    ],
    [
      'elements of one array beside one of them by its place',
      doc(['a', [doc(['b', int(1)]), doc(['b', int(2)])]]),
      ['a.b', 'a.1.b'],
      [
        [int(1), int(2)],
        [int(2), int(2)],
      ],
      true,
    ],
    ['an inner array by its place', doc(['a', [[int(1), int(2)]]]), ['a.0'], [[[int(1), int(2)]]], true],
    [
      'an array beside a scalar',
      doc(['a', [int(1), int(2)]], ['b', 'x']),
      ['b', 'a'],
      [
        ['x', int(1)],
        ['x', int(2)],
      ],
      true,
    ],
  ])('%s', (_, document, paths, rows, multikey) => {
    const result = keysOf(document, ...paths);
    expect(hex(result.keys)).toEqual(encoded(...rows));
    expect(result.multikey).toBe(multikey);
  });

  it('refuses two arrays side by side with 171', () => {
    const parallel = () => keysOf(doc(['a', [int(1)]], ['b', [int(2)]]), 'a', 'b');
    expect(parallel).toThrow(expect.objectContaining({ code: 171 }));
  });

  it('knows whether any field is there', () => {
    expect(keysOf(doc(['a', null]), 'a', 'b').present).toBe(true);
    expect(keysOf(doc(['c', null]), 'a', 'b').present).toBe(false);
  });

  it('keeps long keys apart within their limit', () => {
    const long = 'x'.repeat(5000);
    const one = keysOf(doc(['a', `${long}1`]), 'a');
    const two = keysOf(doc(['a', `${long}2`]), 'a');
    expect(one.clipped).toBe(true);
    expect(one.keys[0]).toHaveLength(MAX_FIELDS_BYTES);
    expect(one.keys[0]?.equals(two.keys[0] as Buffer)).toBe(false);
    expect(one.keys[0]?.equals(keysOf(doc(['a', `${long}1`]), 'a').keys[0] as Buffer)).toBe(true);
  });
});
