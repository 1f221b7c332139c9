import * as bson from 'bson';
import type { Doc, Value } from '../../src/values/value';
import type { Random } from '../support/random';

/** Few different ones, so that values meet; every type that a driver sends. */
const SCALARS: readonly Value[] = [
  ...[0, 1, 2, 3, -1].map((n) => new bson.Int32(n)),
  ...[1, 2.5, -0, Number.POSITIVE_INFINITY, Number.NaN].map((n) => new bson.Double(n)),
  ...['1', '3', '9223372036854775807'].map((text) => bson.Long.fromString(text)),
  ...['1', '2.50', '1E+30', '0', 'NaN'].map((text) => bson.Decimal128.fromString(text)),
  'a',
  'ab',
  'b',
  '',
  'B\na',
  null,
  null,
  true,
  false,
  new Date(0),
  new Date(5000),
  new bson.ObjectId('000000000000000000000001'),
  new bson.Binary(Buffer.from('ab'), 0),
  new bson.Binary(Buffer.from('ab'), 128),
  new bson.BSONRegExp('^a', 'i'),
  new bson.BSONRegExp('b', ''),
  new bson.Code('a'),
  new bson.BSONSymbol('a'),
  new bson.Timestamp({ t: 1, i: 2 }),
  new bson.MinKey(),
  new bson.MaxKey(),
];

const NUMBERS: readonly Value[] = [
  ...[0, 1, 2, -3, 0x7fffffff].map((n) => new bson.Int32(n)),
  ...[0.5, -1.25, 1e300, -0].map((n) => new bson.Double(n)),
  ...['5', '-9223372036854775808', '4611686018427387904'].map((text) => bson.Long.fromString(text)),
  ...['0.1', '-2', '1E+6111', '1E-6176', '9999999999999999999999999999999999', 'Infinity'].map((text) =>
    bson.Decimal128.fromString(text),
  ),
];

const NAMES = ['a', 'b', 'c', '0', '1'];

const PATHS = [
  'a',
  'b',
  'c',
  'a.b',
  'a.c',
  'b.a',
  'a.0',
  'a.1',
  'a.01',
  'a.3',
  'b.0',
  'a.0.b',
  'a.b.0',
  'a.b.c',
  'a.0.0',
  'a.0.1.b',
  'b.0.a',
  'c.a.b',
  'a.b.c.0',
];

/** The generator of test data on top of a seeded source of chance. */
export class DataRandom {
  constructor(private readonly source: Random) {}

  below = (limit: number): number => this.source.below(limit);
  chance = (probability: number): boolean => this.source.chance(probability);
  pick = <T>(choices: readonly T[]): T => this.source.pick(choices);

  /** A whole number of any numeric type, mostly int32. */
  number(value: number): Value {
    const kind = this.below(12);
    if (kind === 0) return bson.Long.fromNumber(value);
    if (kind === 1) return new bson.Double(value);
    return new bson.Int32(value);
  }

  anyNumber(): Value {
    return this.pick(NUMBERS);
  }

  path(): string {
    return this.pick(PATHS);
  }

  scalar(): Value {
    return this.chance(0.6) ? new bson.Int32(this.below(4)) : this.pick(SCALARS);
  }

  pattern(): Value {
    return new bson.BSONRegExp(this.pick(['^a', 'b', 'a|B', '^A']), this.pick(['', 'i', 'm']));
  }

  value(depth: number): Value {
    const kind = this.below(depth > 0 ? 10 : 6);
    if (kind < 6) return this.scalar();
    if (kind < 8) return this.array(depth - 1);
    return this.fields(depth - 1, 2);
  }

  array(depth: number): Value[] {
    return Array.from({ length: this.below(4) }, () => this.value(depth));
  }

  fields(depth: number, most: number): Doc {
    const count = this.below(most + 1);
    return new Map(
      Array.from({ length: count }, (): [string, Value] => [this.pick(NAMES), this.value(depth)]),
    );
  }

  /** A document for the top level, without `_id`. */
  document(): Doc {
    const made: Doc = new Map();
    for (const name of ['a', 'b', 'c']) if (this.chance(0.75)) made.set(name, this.value(3));
    return made;
  }
}
