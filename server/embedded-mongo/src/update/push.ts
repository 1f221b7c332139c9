import { badValue } from '../errors';
import { compareValues } from '../values/compare';
import { numberOf } from '../values/number';
import { isArrayIndex, splitPath } from '../values/paths';
import { show, showField } from '../values/show';
import { type Doc, isDoc, isNumber, typeName, type Value } from '../values/value';
import type { LeafOperator } from './tree';

interface PushPlan {
  readonly additions: Value[];
  readonly position: number | undefined;
  readonly slice: number | undefined;
  readonly order: ((a: Value, b: Value) => number) | undefined;
}

/** Appends to an array; with `$each` also inserts at a place, sorts and cuts, in this order. */
export function pushOperator(operand: Value): LeafOperator {
  const plan = parsePush(operand);
  return {
    change(value, context, path) {
      if (!Array.isArray(value)) {
        const id = context.root.get('_id');
        const shown = id === undefined ? '{}' : showField('_id', id);
        const field = path.slice(path.lastIndexOf('.') + 1);
        throw badValue(
          `The field '${field}' must be an array but is of type ${typeName(value)} in document ${shown}`,
        );
      }
      // To MongoDB an array that was pushed to or sorted has changed, whatever was cut off afterwards.
      if (plan.additions.length > 0 || plan.order) context.rewritten();
      return execute(plan, value);
    },
    create: () => execute(plan, []),
  };
}

function execute(plan: PushPlan, array: Value[]): Value[] {
  const place = placeIn(array.length, plan.position);
  let result = [...array.slice(0, place), ...plan.additions, ...array.slice(place)];
  if (plan.order) result.sort(plan.order);
  if (plan.slice !== undefined)
    result = plan.slice < 0 ? result.slice(plan.slice) : result.slice(0, plan.slice);
  return result;
}

/** A negative position counts from the end. */
function placeIn(length: number, position: number | undefined): number {
  if (position === undefined) return length;
  return position < 0 ? Math.max(0, length + position) : Math.min(position, length);
}

function parsePush(operand: Value): PushPlan {
  const each = isDoc(operand) ? operand.get('$each') : undefined;
  if (!isDoc(operand) || each === undefined) {
    return { additions: [operand], position: undefined, slice: undefined, order: undefined };
  }
  if (!Array.isArray(each)) {
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(each)}`);
  }
  for (const name of operand.keys()) {
    if (!['$each', '$slice', '$sort', '$position'].includes(name)) {
      throw badValue(`Unrecognized clause in $push: ${name}`);
    }
  }
  const sort = operand.get('$sort');
  return {
    additions: each,
    position: integer(
      operand,
      '$position',
      (type) => `The value for $position must be an integer value, not of type: ${type}`,
    ),
    slice: integer(
      operand,
      '$slice',
      (type) => `The value for $slice must be an integer value but was given type: ${type}`,
    ),
    order: sort === undefined ? undefined : parseOrder(sort),
  };
}

function integer(clauses: Doc, name: string, message: (type: string) => string): number | undefined {
  const value = clauses.get(name);
  if (value === undefined) return undefined;
  const number = isNumber(value) ? numberOf(value) : Number.NaN;
  if (!Number.isInteger(number)) throw badValue(message(typeName(value)));
  return number;
}

function direction(value: Value): 1 | -1 | null {
  const number = isNumber(value) ? numberOf(value) : 0;
  return number === 1 || number === -1 ? number : null;
}

function parseOrder(sort: Value): (a: Value, b: Value) => number {
  if (!isDoc(sort)) {
    const whole = direction(sort);
    if (whole === null) {
      throw badValue(
        isNumber(sort)
          ? 'The $sort element value must be either 1 or -1'
          : 'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
      );
    }
    return (a, b) => compareValues(a, b) * whole;
  }
  if (sort.size === 0) {
    throw badValue('The $sort pattern is empty when it should be a set of fields.');
  }
  const keys = [...sort].map(([path, value]) => sortKey(path, value));
  return (a, b) => {
    for (const { parts, sign } of keys) {
      const order = compareValues(valueAt(a, parts), valueAt(b, parts));
      if (order !== 0) return order * sign;
    }
    return 0;
  };
}

function sortKey(path: string, value: Value): { parts: string[]; sign: 1 | -1 } {
  if (path === '') throw badValue('The $sort field cannot be empty');
  const parts = splitPath(path);
  if (parts.includes('')) throw badValue(`The $sort field is a dotted field but has an empty part: ${path}`);
  const sign = direction(value);
  if (sign === null) throw badValue(`The $sort element value must be either 1 or -1: ${show(value)}`);
  return { parts, sign };
}

/** The field of an element; a missing one counts as null. Arrays on the way are not walked. */
function valueAt(element: Value, parts: readonly string[]): Value {
  let value: Value | undefined = isDoc(element) ? element : undefined;
  for (const part of parts) {
    if (isDoc(value)) value = value.get(part);
    else value = Array.isArray(value) && isArrayIndex(part) ? value[Number(part)] : undefined;
  }
  return value === undefined ? null : value;
}
