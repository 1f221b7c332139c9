import { BSONRegExp } from 'bson';
import { badValue, ErrorCode, failedToParse, MongoServerFault } from '../errors';
import { compileFilter } from '../query/filter';
import { isPathOperator } from '../query/parse-filter';
import { valuesEqual } from '../values/compare';
import { encodeKey } from '../values/key';
import { numberOf } from '../values/number';
import { showField } from '../values/show';
import { isDoc, isNumber, typeName, type Value } from '../values/value';
import type { LeafOperator } from './tree';

/** Up to this many values a scan beats building keys. */
const SCAN_LIMIT = 16;

/** Adds each value that is not there yet; repeated values among the new ones are added once. */
export function addToSetOperator(operand: Value): LeafOperator {
  const additions = withoutRepetitions(valuesToAdd(operand));
  return {
    change(value, _context, path) {
      if (!Array.isArray(value)) {
        const field = path.slice(path.lastIndexOf('.') + 1);
        throw badValue(
          `Cannot apply $addToSet to non-array field. Field named '${field}' has non-array type ${typeName(value)}`,
        );
      }
      const fresh = notIn(additions, value);
      return fresh.length === 0 ? value : [...value, ...fresh];
    },
    create: () => additions,
  };
}

function valuesToAdd(operand: Value): Value[] {
  if (!isDoc(operand) || operand.keys().next().value !== '$each') return [operand];
  const each = operand.get('$each') as Value;
  if (!Array.isArray(each)) {
    throw new MongoServerFault(
      ErrorCode.TypeMismatch,
      `The argument to $each in $addToSet must be an array but it was of type ${typeName(each)}`,
    );
  }
  if (operand.size > 1) {
    throw badValue(
      `Found unexpected fields after $each in $addToSet: ${[...operand.keys()].slice(1).join(', ')}`,
    );
  }
  return each;
}

function keyOf(value: Value): string {
  return encodeKey([value]).toString('latin1');
}

function withoutRepetitions(values: Value[]): Value[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = keyOf(value);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function notIn(candidates: Value[], array: Value[]): Value[] {
  if (candidates.length * array.length <= SCAN_LIMIT * SCAN_LIMIT || candidates.length === 1) {
    return candidates.filter((candidate) => !array.some((item) => valuesEqual(item, candidate)));
  }
  const present = new Set(array.map(keyOf));
  return candidates.filter((candidate) => !present.has(keyOf(candidate)));
}

function cullingOperator(unwanted: (element: Value) => boolean): LeafOperator {
  return {
    change(value) {
      if (!Array.isArray(value)) throw badValue('Cannot apply $pull to a non-array value');
      const kept = value.filter((element) => !unwanted(element));
      return kept.length === value.length ? value : kept;
    },
    create: () => undefined,
    needsPath: true,
  };
}

/** `$not` first counts as a filter on documents, where it is unknown. */
const isElementOperator = (name: string | undefined): boolean => isPathOperator(name) && name !== '$not';

/** Removes elements: by equality, by a condition such as `{$gt: 3}`, or by a filter on elements that are documents. */
export function pullOperator(operand: Value): LeafOperator {
  if (operand instanceof BSONRegExp || (isDoc(operand) && isElementOperator(operand.keys().next().value))) {
    const filter = compileFilter(new Map([['', operand]]));
    return cullingOperator((element) => filter.matches(new Map([['', element]])) !== null);
  }
  if (isDoc(operand)) {
    const filter = compileFilter(operand);
    return cullingOperator((element) => isDoc(element) && filter.matches(element) !== null);
  }
  return cullingOperator((element) => valuesEqual(element, operand));
}

/** Removes every element that equals one of the values. */
export function pullAllOperator(operand: Value): LeafOperator {
  if (!Array.isArray(operand)) {
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  }
  const unwanted = new Set(operand.map(keyOf));
  return cullingOperator((element) => unwanted.has(keyOf(element)));
}

/** Removes the last (1) or the first (-1) element. */
export function popOperator(path: string, operand: Value): LeafOperator {
  if (!isNumber(operand))
    throw failedToParse(`Expected a number in: ${showField(path, operand).slice(1, -1)}`);
  const side = numberOf(operand);
  if (!Number.isInteger(side)) {
    throw failedToParse(`Expected an integer: ${showField(path, operand).slice(1, -1)}`);
  }
  if (side !== 1 && side !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${side}`);
  return {
    change(value, _context, at) {
      if (!Array.isArray(value)) {
        throw new MongoServerFault(
          ErrorCode.TypeMismatch,
          `Path '${at}' contains an element of non-array type '${typeName(value)}'`,
        );
      }
      if (value.length === 0) return value;
      return side === 1 ? value.slice(0, -1) : value.slice(1);
    },
    create: () => undefined,
    needsPath: true,
  };
}
