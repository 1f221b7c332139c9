import { type Decimal128, Double, Int32, Long } from 'bson';
import { MongoServerFault } from '../errors';
import { calculate, divideDecimal, longOf } from '../values/arithmetic';
import { compareValues } from '../values/compare';
import { encodeKey } from '../values/key';
import { longToBigInt } from '../values/number';
import { BsonUndefined, isDoc, isNumber, type NumberValue, type Value } from '../values/value';

/** Gathers the values of one group; undefined is a missing value. */
export interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

const INT32_MAX = 2147483647n;
const INT32_MIN = -2147483648n;

/** A sum that loses nothing on integers and little on doubles, as MongoDB's does. */
class Total {
  private integers = 0n;
  private doubles = 0;
  private lost = 0;
  private decimals: Decimal128 | null = null;
  private sawLong = false;
  private sawDouble = false;
  count = 0;

  add(value: NumberValue): void {
    this.count += 1;
    if (value instanceof Int32) this.integers += BigInt(value.value);
    else if (value instanceof Long) {
      this.sawLong = true;
      this.integers += longToBigInt(value);
    } else if (value instanceof Double) this.addDouble(value.value);
    else this.decimals = (this.decimals ? calculate('add', this.decimals, value) : value) as Decimal128;
  }

  private addDouble(value: number): void {
    this.sawDouble = true;
    const sum = this.doubles + value;
    if (Number.isFinite(sum)) {
      const larger = Math.abs(this.doubles) >= Math.abs(value) ? this.doubles : value;
      const smaller = larger === value ? this.doubles : value;
      this.lost += larger - sum + smaller;
    }
    this.doubles = sum;
  }

  private asDouble(): number {
    const whole = Number(this.integers);
    return Number.isFinite(this.doubles) ? whole + this.doubles + this.lost : this.doubles;
  }

  /** Integers and doubles together, as a decimal's partner. */
  private others(): NumberValue {
    if (this.sawDouble) return new Double(this.asDouble());
    return longOf(this.integers) ?? new Double(Number(this.integers));
  }

  sum(): NumberValue {
    if (this.decimals) return calculate('add', this.decimals, this.others()) as NumberValue;
    if (this.sawDouble) return new Double(this.asDouble());
    const fitsInt = this.integers >= INT32_MIN && this.integers <= INT32_MAX;
    if (!this.sawLong && fitsInt) return new Int32(Number(this.integers));
    return longOf(this.integers) ?? new Double(Number(this.integers));
  }

  average(): Value {
    if (this.count === 0) return null;
    if (this.decimals) return divideDecimal(this.sum() as Decimal128, this.count);
    return new Double(this.asDouble() / this.count);
  }
}

function sum(): Accumulator {
  const total = new Total();
  return {
    add: (value) => {
      if (isNumber(value)) total.add(value);
    },
    result: () => total.sum(),
  };
}

function average(): Accumulator {
  const total = new Total();
  return {
    add: (value) => {
      if (isNumber(value)) total.add(value);
    },
    result: () => total.average(),
  };
}

function extreme(wanted: 1 | -1): Accumulator {
  let best: Value = null;
  return {
    add(value) {
      if (value === undefined || value === null || value === BsonUndefined.VALUE) return;
      if (best === null || compareValues(value, best) === wanted) best = value;
    },
    result: () => best,
  };
}

function first(): Accumulator {
  let found: Value | undefined;
  return {
    add(value) {
      found = found === undefined ? (value ?? null) : found;
    },
    result: () => found ?? null,
  };
}

function last(): Accumulator {
  let found: Value = null;
  return {
    add(value) {
      found = value ?? null;
    },
    result: () => found,
  };
}

function push(): Accumulator {
  const values: Value[] = [];
  return {
    add: (value) => {
      if (value !== undefined) values.push(value);
    },
    result: () => values,
  };
}

function addToSet(): Accumulator {
  const values = new Map<string, Value>();
  return {
    add(value) {
      if (value === undefined) return;
      const key = encodeKey([value]).toString('latin1');
      if (!values.has(key)) values.set(key, value);
    },
    result: () => [...values.values()],
  };
}

function count(): Accumulator {
  const total = new Total();
  const one = new Int32(1);
  return { add: () => total.add(one), result: () => total.sum() };
}

const ACCUMULATORS = new Map<string, () => Accumulator>([
  ['$sum', sum],
  ['$avg', average],
  ['$min', () => extreme(-1)],
  ['$max', () => extreme(1)],
  ['$first', first],
  ['$last', last],
  ['$push', push],
  ['$addToSet', addToSet],
  ['$count', count],
]);

/**
 * The accumulator with this name.
 * @throws MongoServerFault 15952 for a name that is unknown or not supported.
 */
export function accumulatorNamed(name: string, operand: Value): () => Accumulator {
  const found = ACCUMULATORS.get(name);
  if (!found) throw new MongoServerFault(15952, `unknown group operator '${name}'`);
  if (name === '$count' && !(isDoc(operand) && operand.size === 0)) {
    throw new MongoServerFault(9, '$count takes no arguments, i.e. $count:{}');
  }
  return found;
}
