import { BSONRegExp, type BSONSymbol, ObjectId } from 'bson';
import { compareValues, TypeRank, typeRank } from '../values/compare';
import { comparableOf, isNaNValue } from '../values/number';
import { splitPath } from '../values/paths';
import { BsonType, BsonUndefined, bsonType, type Doc, isDoc, isNumber, type Value } from '../values/value';
import { type ArrayNode, anyOf, type CompareOp, type FilterNode, type PathNode } from './filter-node';
import { truncatedInt64 } from './operands';
import { compilePattern } from './regex';
import { compileWalk } from './walk';

/** How a document matched. */
export interface FilterMatch {
  /** For the positional `$`: where in the array the last predicate on an array was met; undefined if none was. */
  readonly arrayIndex: number | undefined;
}

/** Whether a single value meets a condition; `undefined` is a missing value. */
type Test = (value: Value | undefined) => boolean;
type Predicate = (doc: Doc) => boolean;

/** Where the last predicate on an array was met; matching is synchronous, one state per compiled filter is enough. */
interface State {
  index: number;
}

const MATCHED: FilterMatch = { arrayIndex: undefined };

/** Compiles a filter to a function. */
export function compileMatcher(node: FilterNode): (doc: Doc) => FilterMatch | null {
  const state: State = { index: -1 };
  const predicate = compile(node, state);
  return (doc) => {
    state.index = -1;
    if (!predicate(doc)) return null;
    return state.index < 0 ? MATCHED : { arrayIndex: state.index };
  };
}

function compile(node: FilterNode, state: State): Predicate {
  switch (node.kind) {
    case 'and':
      return every(node.children.map((child) => compile(child, state)));
    case 'or': {
      const simple = anyOf(node.children);
      if (simple.kind !== 'or') return compile(simple, state);
      return keepingIndex(some(simple.children.map((child) => compile(child, state))), state);
    }
    case 'nor': {
      const any = keepingIndex(some(node.children.map((child) => compile(child, state))), state);
      return (doc) => !any(doc);
    }
    case 'not': {
      const child = keepingIndex(compile(node.child, state), state);
      return (doc) => !child(doc);
    }
    case 'never':
      return () => false;
    default:
      return compilePath(node, state);
  }
}

function every(predicates: Predicate[]): Predicate {
  const [first, second] = predicates;
  if (first && predicates.length === 1) return first;
  if (first && second && predicates.length === 2) return (doc) => first(doc) && second(doc);
  return (doc) => predicates.every((predicate) => predicate(doc));
}

function some(predicates: Predicate[]): Predicate {
  return (doc) => predicates.some((predicate) => predicate(doc));
}

/** `$or`, `$nor` and `$not` never give the positional operator its index. */
function keepingIndex(predicate: Predicate, state: State): Predicate {
  return (doc) => {
    const index = state.index;
    const result = predicate(doc);
    state.index = index;
    return result;
  };
}

function compilePath(node: PathNode, state: State): Predicate {
  const walk = compileWalk(splitPath(node.path));
  const wholeArray =
    node.kind === 'size' || node.kind === 'elemMatchObject' || node.kind === 'elemMatchValue';
  if (wholeArray) {
    const find = compileArrayFinder(node);
    const visit = (value: Value | undefined, outer: number) => {
      const found = Array.isArray(value) ? find(value) : -1;
      if (found < 0) return false;
      if (outer >= 0) state.index = outer;
      else if (node.kind !== 'size') state.index = found;
      return true;
    };
    return (doc) => walk.whole(doc, visit);
  }
  const test = compileTest(node);
  const visit = (value: Value | undefined, outer: number) => {
    if (!test(value)) return false;
    if (outer >= 0) state.index = outer;
    return true;
  };
  return (doc) => walk.values(doc, visit);
}

/** The index of the first element that meets the node; for `$size` 0 or -1. */
export function compileArrayFinder(node: ArrayNode): (array: Value[]) => number {
  if (node.kind === 'size') return (array) => (array.length === node.size ? 0 : -1);
  if (node.kind === 'elemMatchValue') {
    const test = compileTest(node.child);
    return (array) => array.findIndex(test);
  }
  const inner = compileMatcher(node.child);
  return (array) =>
    array.findIndex((item) => {
      if (isDoc(item)) return inner(item) !== null;
      return Array.isArray(item) && inner(docOfArray(item)) !== null;
    });
}

/** An array inside an array is searched by `$elemMatch` as the document with its indexes as names. */
function docOfArray(array: Value[]): Doc {
  return new Map(array.map((item, index) => [String(index), item]));
}

/** Compiles a node as a condition on one value: neither path nor implicit walk over an array. */
function compileTest(node: FilterNode): Test {
  switch (node.kind) {
    case 'compare':
      return compareTest(node.op, node.value);
    case 'in':
      return inTest(node.values, node.patterns);
    case 'regex':
      return regexTest(node.pattern);
    case 'exists':
      return (value) => value !== undefined;
    case 'type':
      return (value) => value !== undefined && node.types.has(bsonType(value));
    case 'mod':
      return (value) => {
        const whole = isNumber(value) ? truncatedInt64(comparableOf(value)) : null;
        return whole !== null && whole % node.divisor === node.remainder;
      };
    case 'size':
    case 'elemMatchObject':
    case 'elemMatchValue': {
      const find = compileArrayFinder(node);
      return (value) => Array.isArray(value) && find(value) >= 0;
    }
    case 'and': {
      const tests = node.children.map(compileTest);
      return (value) => tests.every((test) => test(value));
    }
    case 'or': {
      const tests = node.children.map(compileTest);
      return (value) => tests.some((test) => test(value));
    }
    case 'nor': {
      const tests = node.children.map(compileTest);
      return (value) => !tests.some((test) => test(value));
    }
    case 'not': {
      const test = compileTest(node.child);
      return (value) => !test(value);
    }
    default:
      return () => false;
  }
}

function isNullish(value: Value | undefined): boolean {
  return value === undefined || value === null || value === BsonUndefined.VALUE;
}

function compareTest(op: CompareOp, operand: Value): Test {
  const withEqual = op !== 'gt' && op !== 'lt';
  if (operand === null) return withEqual ? isNullish : () => false;
  const type = bsonType(operand);
  if (op !== 'eq' && (type === BsonType.minKey || type === BsonType.maxKey)) return boundTest(op, operand);
  if (isNumber(operand) && isNaNValue(operand)) {
    return (value) => withEqual && isNumber(value) && isNaNValue(value);
  }
  if (op === 'eq') return equalTest(operand);
  const rank = typeRank(operand);
  const wanted = op === 'gt' || op === 'gte' ? 1 : -1;
  return (value) => {
    if (value === undefined || typeRank(value) !== rank) return false;
    if (rank === TypeRank.number && isNumber(value) && isNaNValue(value)) return false;
    const order = compareValues(value, operand);
    return order === wanted || (withEqual && order === 0);
  };
}

function equalTest(operand: Value): Test {
  if (typeof operand === 'boolean') return (value) => value === operand;
  if (operand instanceof ObjectId) return (value) => value instanceof ObjectId && value.equals(operand);
  return (value) => value !== undefined && (value === operand || compareValues(value, operand) === 0);
}

/** Inequality with MinKey and MaxKey: the only ones that hold across types, also for a missing value. */
function boundTest(op: CompareOp, operand: Value): Test {
  const lowest = bsonType(operand) === BsonType.minKey;
  const above = op === 'gt' || op === 'gte';
  const withEqual = op === 'gte' || op === 'lte';
  return (value) => {
    if (value !== undefined && bsonType(value) === bsonType(operand)) return withEqual;
    return lowest === above;
  };
}

function inTest(values: readonly Value[], patterns: readonly BSONRegExp[]): Test {
  const strings = new Set(values.filter((value) => typeof value === 'string'));
  const ids = new Set(values.filter((value) => value instanceof ObjectId).map((id) => id.toHexString()));
  const others = values
    .filter((value) => typeof value !== 'string' && value !== null && !(value instanceof ObjectId))
    .sort(compareValues);
  const symbols = others.some((value) => bsonType(value) === BsonType.symbol);
  const withNull = values.includes(null);
  const regexes = patterns.map(regexTest);
  return (value) => {
    if (withNull && isNullish(value)) return true;
    if (value === undefined) return false;
    if (value instanceof ObjectId) return ids.has(value.toHexString());
    if (typeof value === 'string') {
      if (strings.has(value)) return true;
      if (symbols && includesSorted(others, value)) return true;
    } else if (includesSorted(others, value)) return true;
    else if (bsonType(value) === BsonType.symbol && strings.has((value as BSONSymbol).value)) return true;
    return regexes.some((test) => test(value));
  };
}

function includesSorted(sorted: readonly Value[], value: Value): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareValues(sorted[middle] as Value, value);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** A pattern matches texts, and a stored pattern that is the same. */
function regexTest(pattern: BSONRegExp): Test {
  const matches = compilePattern(pattern);
  return (value) => {
    if (typeof value === 'string') return matches(value);
    if (value instanceof BSONRegExp) {
      return value.pattern === pattern.pattern && value.options === pattern.options;
    }
    return value !== undefined && bsonType(value) === BsonType.symbol && matches((value as BSONSymbol).value);
  };
}
