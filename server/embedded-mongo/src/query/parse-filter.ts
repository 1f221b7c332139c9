import { BSONRegExp } from 'bson';
import { badValue, MongoServerFault } from '../errors';
import { valuesEqual } from '../values/compare';
import { BsonUndefined, type Doc, firstName, isDoc, type Value } from '../values/value';
import { type ArrayNode, allOf, type CompareOp, type FilterNode } from './filter-node';
import { parseMod, parseSize, parseTypes, truthy } from './operands';
import { compilePattern, regexOf } from './regex';

const COMPARE_OPS = new Map<string, CompareOp>([
  ['$eq', 'eq'],
  ['$gt', 'gt'],
  ['$gte', 'gte'],
  ['$lt', 'lt'],
  ['$lte', 'lte'],
]);

/** Field names of a DBRef: a sub-document that starts with one of them is a value, not operators. */
const REFERENCE_FIELDS = new Set(['$ref', '$id', '$db']);
const OUTERMOST_ONLY = new Set(['$expr', '$where', '$text', '$jsonSchema', '$near', '$sampleRate']);

/** True if the value is a document of operators such as `{$gt: 1}`. */
function isOperatorDoc(value: Value | undefined): value is Doc {
  if (!isDoc(value)) return false;
  const name = firstName(value);
  return name?.startsWith('$') === true && !REFERENCE_FIELDS.has(name);
}

/** Parses a whole filter. */
export function parseFilter(filter: Doc): FilterNode {
  const children: FilterNode[] = [];
  for (const [name, value] of filter) {
    if (!name.startsWith('$')) children.push(...parsePredicate(name, value));
    else if (name !== '$comment') children.push(parseLogical(name, value));
  }
  return allOf(children);
}

function parseLogical(name: string, value: Value): FilterNode {
  if (name !== '$and' && name !== '$or' && name !== '$nor') {
    const reason = OUTERMOST_ONLY.has(name) ? 'operator that is not supported' : 'unknown top level operator';
    throw badValue(
      `${reason}: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
    );
  }
  if (!Array.isArray(value)) throw badValue(`${name} must be an array`);
  if (value.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  const children = value.map((item) => {
    if (!isDoc(item)) throw badValue('$or/$and/$nor entries need to be full objects');
    return parseFilter(item);
  });
  if (name === '$nor') return { kind: 'nor', children };
  if (name === '$and' || children.length === 1) return allOf(children);
  return { kind: 'or', children };
}

function parsePredicate(path: string, value: Value): FilterNode[] {
  if (isOperatorDoc(value)) return parseOperators(path, value);
  if (value instanceof BSONRegExp) return [regexNode(path, value)];
  return [equality(path, value)];
}

function equality(path: string, value: Value): FilterNode {
  if (value === BsonUndefined.VALUE) throw badValue('cannot compare to undefined');
  return { kind: 'compare', path, op: 'eq', value };
}

function regexNode(path: string, pattern: BSONRegExp): FilterNode {
  compilePattern(pattern);
  return { kind: 'regex', path, pattern };
}

/** Parses `{$gt: 1, $lt: 9}` for one path; the members are to be met together. */
function parseOperators(path: string, operators: Doc): FilterNode[] {
  const nodes: FilterNode[] = [];
  for (const [name, value] of operators) {
    const node = parseOperator(path, name, value, operators);
    if (node) nodes.push(node);
  }
  return nodes;
}

function parseOperator(path: string, name: string, value: Value, siblings: Doc): FilterNode | null {
  const op = COMPARE_OPS.get(name);
  if (op) return parseCompare(path, op, value);
  switch (name) {
    case '$ne':
      if (value instanceof BSONRegExp) throw badValue("Can't have regex as arg to $ne.");
      return { kind: 'not', child: equality(path, value) };
    case '$in':
      return parseIn(path, name, value);
    case '$nin':
      return { kind: 'not', child: parseIn(path, name, value) };
    case '$exists':
      return truthy(value) ? { kind: 'exists', path } : { kind: 'not', child: { kind: 'exists', path } };
    case '$not':
      return { kind: 'not', child: parseNot(path, value) };
    case '$type':
      return { kind: 'type', path, types: parseTypes(value) };
    case '$mod':
      return { kind: 'mod', path, ...parseMod(value) };
    case '$size':
      return { kind: 'size', path, size: parseSize(value) };
    case '$all':
      return parseAll(path, value);
    case '$elemMatch':
      return parseElemMatch(path, value);
    case '$regex':
      return regexNode(path, regexOf(value, siblings.get('$options')));
    case '$options':
      if (!siblings.has('$regex')) throw badValue('$options needs a $regex');
      return null;
    default:
      throw badValue(`unknown operator: ${name}`);
  }
}

function parseCompare(path: string, op: CompareOp, value: Value): FilterNode {
  if (op !== 'eq' && value instanceof BSONRegExp) {
    throw badValue(`Can't have RegEx as arg to predicate over field '${path}'.`);
  }
  if (value === BsonUndefined.VALUE) throw badValue('cannot compare to undefined');
  return { kind: 'compare', path, op, value };
}

function parseIn(path: string, name: string, value: Value): FilterNode {
  if (!Array.isArray(value)) throw badValue(`${name} needs an array`);
  const values: Value[] = [];
  const patterns: BSONRegExp[] = [];
  for (const item of value) {
    if (isOperatorDoc(item)) throw badValue(`cannot nest $ under ${name}`);
    if (item === BsonUndefined.VALUE) throw badValue('cannot compare to undefined');
    if (item instanceof BSONRegExp) {
      compilePattern(item);
      patterns.push(item);
    } else values.push(item);
  }
  const [first] = values;
  const isOfOne = first !== undefined && values.every((each) => valuesEqual(each, first));
  if (isOfOne && patterns.length === 0) return equality(path, first);
  if (values.length === 0 && patterns.length === 1) return regexNode(path, patterns[0] as BSONRegExp);
  return { kind: 'in', path, values, patterns };
}

function parseNot(path: string, value: Value): FilterNode {
  if (value instanceof BSONRegExp) return regexNode(path, value);
  if (!isDoc(value)) throw badValue('$not needs a regex or a document');
  if (value.size === 0) throw badValue('$not cannot be empty');
  return allOf(parseOperators(path, value));
}

function parseAll(path: string, value: Value): FilterNode {
  if (!Array.isArray(value)) throw badValue('$all needs an array');
  if (value.length === 0) return { kind: 'never' };
  const first = value[0];
  const elementwise = isDoc(first) && firstName(first) === '$elemMatch';
  return allOf(
    value.map((item) => {
      if (elementwise) {
        if (!isDoc(item) || firstName(item) !== '$elemMatch' || item.size !== 1) {
          throw badValue('$all/$elemMatch has to be consistent');
        }
        return parseElemMatch(path, item.get('$elemMatch') as Value);
      }
      if (isOperatorDoc(item)) throw badValue('no $ expressions in $all');
      return item instanceof BSONRegExp ? regexNode(path, item) : equality(path, item);
    }),
  );
}

const LOGICAL = new Set(['$and', '$or', '$nor']);

/** Parses the operand of `$elemMatch`. */
export function parseElemMatch(path: string, value: Value): ArrayNode {
  if (!isDoc(value)) throw badValue('$elemMatch needs an Object');
  const name = firstName(value);
  if (name === '$where') throw new MongoServerFault(2, '$elemMatch cannot contain $where expression');
  if (isOperatorDoc(value) && !LOGICAL.has(name as string)) {
    return { kind: 'elemMatchValue', path, child: allOf(parseOperators('', value)) };
  }
  return { kind: 'elemMatchObject', path, child: parseFilter(value) };
}

const PATH_OPERATORS = new Set([
  ...COMPARE_OPS.keys(),
  '$ne',
  '$in',
  '$nin',
  '$exists',
  '$not',
  '$type',
  '$mod',
  '$size',
  '$all',
  '$elemMatch',
  '$regex',
  '$options',
]);

/** True for operators that are under a path, such as `$gt`; false for `$and` and for field names. */
export function isPathOperator(name: string | undefined): boolean {
  return name !== undefined && PATH_OPERATORS.has(name);
}
