/*
 * A second, deliberately simple reading of MongoDB's rules over plain JSON values, to hold the real one against. It
 * shares no code with it, knows only int32 numbers, and field names that are not numbers.
 */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Found = Json | undefined;

const isObject = (value: Found): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumeric = (part: string): boolean => String(Number(part)) === part;

function rank(value: Json): number {
  if (value === null) return 0;
  if (Array.isArray(value)) return 4;
  return ['number', 'string', 'object', '', 'boolean'].indexOf(typeof value) + 1;
}

/** MongoDB's order. */
function order(a: Json, b: Json): number {
  if (rank(a) !== rank(b)) return rank(a) < rank(b) ? -1 : 1;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; ; i += 1) {
      if (i >= a.length || i >= b.length) return Math.sign(a.length - b.length);
      const one = order(a[i] as Json, b[i] as Json);
      if (one !== 0) return one;
    }
  }
  if (isObject(a) && isObject(b)) {
    const left = Object.entries(a);
    const right = Object.entries(b);
    for (let i = 0; ; i += 1) {
      const [x, y] = [left[i], right[i]];
      if (!x || !y) return Math.sign(left.length - right.length);
      if (rank(x[1]) !== rank(y[1])) return rank(x[1]) < rank(y[1]) ? -1 : 1;
      if (x[0] !== y[0]) return x[0] < y[0] ? -1 : 1;
      const one = order(x[1], y[1]);
      if (one !== 0) return one;
    }
  }
  const [x, y] = [a as number, b as number];
  return x < y ? -1 : x > y ? 1 : 0;
}

const same = (a: Found, b: Found): boolean => a !== undefined && b !== undefined && order(a, b) === 0;

/** All that a path reaches; an array that ends it is not opened here. */
function reach(value: Found, parts: string[]): { value: Found; open: boolean }[] {
  const [part, ...rest] = parts;
  if (part === undefined) return [{ value, open: true }];
  if (isObject(value)) return reach(value[part], rest);
  if (!Array.isArray(value)) return [{ value: undefined, open: true }];
  const found = value.filter(isObject).flatMap((item) => reach(item, parts));
  if (isNumeric(part) && Number(part) < value.length) {
    const item = value[Number(part)] as Json;
    if (rest.length === 0) found.push({ value: item, open: false });
    else if (isObject(item)) found.push(...reach(item, rest));
    else if (Array.isArray(item)) found.push(...reach(item, rest));
  }
  return found;
}

function candidates(doc: Json, path: string): Found[] {
  return reach(doc, path.split('.')).flatMap(({ value, open }) =>
    open && Array.isArray(value) ? [...value, value] : [value],
  );
}

function meets(value: Found, operator: string, operand: Json): boolean {
  switch (operator) {
    case '$eq':
      return operand === null ? value === undefined || value === null : same(value, operand);
    case '$in':
      return (operand as Json[]).some((item) => meets(value, '$eq', item));
    case '$exists':
      return value !== undefined;
    case '$type':
      return (
        value !== undefined &&
        ['null', 'number', 'string', 'object', 'array', 'bool'][rank(value)] === operand
      );
    default: {
      if (operand === null) return operator.endsWith('e') && (value === undefined || value === null);
      if (value === undefined || rank(value) !== rank(operand)) return false;
      const compared = order(value, operand);
      if (compared === 0) return operator === '$gte' || operator === '$lte';
      return compared > 0 ? operator.startsWith('$gt') : operator.startsWith('$lt');
    }
  }
}

function condition(doc: Json, path: string, operator: string, operand: Json): boolean {
  if (operator === '$ne') return !condition(doc, path, '$eq', operand);
  if (operator === '$nin') return !condition(doc, path, '$in', operand);
  if (operator === '$not') return !conditions(doc, path, operand as { [name: string]: Json });
  if (operator === '$exists' && operand === false) return !condition(doc, path, operator, true);
  if (operator === '$all') {
    const items = operand as Json[];
    return items.length > 0 && items.every((item) => condition(doc, path, '$eq', item));
  }
  if (operator === '$size' || operator === '$elemMatch') {
    const whole = reach(doc, path.split('.')).map(({ value }) => value);
    return whole.some((array) => {
      if (!Array.isArray(array)) return false;
      if (operator === '$size') return array.length === operand;
      const tests = Object.entries(operand as { [name: string]: Json });
      return array.some((item) => tests.every(([name, value]) => meets(item, name, value)));
    });
  }
  return candidates(doc, path).some((value) => meets(value, operator, operand));
}

function conditions(doc: Json, path: string, operators: { [name: string]: Json }): boolean {
  return Object.entries(operators).every(([name, operand]) => condition(doc, path, name, operand));
}

/** Whether a document meets a filter in which every field has a document of operators. */
export function naiveMatch(doc: Json, filter: { [name: string]: Json }): boolean {
  return Object.entries(filter).every(([name, value]) => {
    const members = value as { [name: string]: Json }[];
    if (name === '$and') return members.every((member) => naiveMatch(doc, member));
    if (name === '$or') return members.some((member) => naiveMatch(doc, member));
    if (name === '$nor') return !members.some((member) => naiveMatch(doc, member));
    return conditions(doc, name, value as { [name: string]: Json });
  });
}

/** An update failed, with MongoDB's code. */
export class NaiveFailure extends Error {
  constructor(readonly code: number) {
    super(`code ${code}`);
  }
}

const MISSING = undefined;

function changed(operator: string, value: Found, operand: Json): Found {
  switch (operator) {
    case '$set':
      return operand;
    case '$unset':
      return MISSING;
    case '$inc':
      if (value === MISSING) return operand;
      if (typeof value !== 'number') throw new NaiveFailure(14);
      return value + (operand as number);
    case '$min':
      return value === MISSING || order(operand, value) < 0 ? operand : value;
    case '$max':
      return value === MISSING || order(operand, value) > 0 ? operand : value;
    case '$push':
    case '$addToSet': {
      if (value === MISSING) return [operand];
      if (!Array.isArray(value)) throw new NaiveFailure(2);
      const there = operator === '$addToSet' && value.some((item) => same(item, operand));
      return there ? value : [...value, operand];
    }
    case '$pull':
      if (value === MISSING) return MISSING;
      if (!Array.isArray(value)) throw new NaiveFailure(2);
      return value.filter((item) => !same(item, operand));
    default:
      if (value === MISSING) return MISSING;
      if (!Array.isArray(value)) throw new NaiveFailure(14);
      return operand === 1 ? value.slice(0, -1) : value.slice(1);
  }
}

const TAKES_AWAY = ['$unset', '$pull', '$pop'];

/** Applies one operator to one path, in place. */
export function naiveUpdate(doc: Json, operator: string, path: string, operand: Json): void {
  const parts = path.split('.');
  const last = parts.pop() as string;
  let target: Json = doc;
  for (const [at, part] of parts.entries()) {
    const next: Found = Array.isArray(target)
      ? target[Number(part)]
      : (target as { [name: string]: Json })[part];
    if (next !== MISSING && typeof next === 'object' && next !== null) {
      target = next;
      continue;
    }
    if (operator === '$unset') return;
    if (next !== MISSING || isClosed(target, part)) throw new NaiveFailure(28);
    if (TAKES_AWAY.includes(operator)) return;
    const made = parts.slice(at + 1).reduceRight<Json>((inner, name) => ({ [name]: inner }), {
      [last]: changed(operator, MISSING, operand) as Json,
    });
    put(target, part, made);
    return;
  }
  const before: Found = Array.isArray(target)
    ? target[Number(last)]
    : (target as { [name: string]: Json })[last];
  const after = changed(operator, before, operand);
  if (operator !== '$unset' && isClosed(target, last)) throw new NaiveFailure(28);
  if (after !== MISSING) put(target, last, after);
  else if (before === MISSING) return;
  else if (Array.isArray(target)) target[Number(last)] = null;
  else delete (target as { [name: string]: Json })[last];
}

/** An array takes nothing at a name. */
const isClosed = (target: Json, part: string): boolean => Array.isArray(target) && !isNumeric(part);

function put(target: Json, name: string, value: Json): void {
  if (!Array.isArray(target)) {
    (target as { [name: string]: Json })[name] = value;
    return;
  }
  if (!isNumeric(name)) throw new NaiveFailure(28);
  while (target.length < Number(name)) target.push(null);
  target[Number(name)] = value;
}
