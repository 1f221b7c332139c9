import { Int32 } from 'bson';
import { badValue, ErrorCode, MongoServerFault } from '../errors';
import { compileFilter, type FilterNode } from '../query/filter';
import { numberOf } from '../values/number';
import { type Doc, isDoc, isNumber, type Value } from '../values/value';
import { Arguments } from './arguments';
import { refuseCollation } from './command';

/** The index that every collection has. */
export const ID_INDEX: Doc = new Map<string, Value>([
  ['v', new Int32(2)],
  ['key', new Map([['_id', new Int32(1)]])],
  ['name', '_id_'],
]);

const ID_INDEX_FIELDS = new Set(['key', 'name', 'v', 'ns', 'collation', 'background']);
const PARTIAL_KINDS = new Set<FilterNode['kind']>(['compare', 'in', 'exists', 'type']);
const MAX_FIELDS = 32;
const MAX_TTL_SECONDS = 2 ** 31 - 1;

/**
 * Checks one member of createIndexes' `indexes` and gives it the form that is stored and listed; undefined for the
 * `_id` index, which is there already.
 */
export function indexSpec(given: Doc): Doc | undefined {
  const args = new Arguments('createIndexes.indexes', given).onlyExactly(
    'key',
    'name',
    'unique',
    'sparse',
    'partialFilterExpression',
    'expireAfterSeconds',
    'background',
    'v',
    'hidden',
    'collation',
    'ns',
  );
  refuseCollation(args);
  const key = args.requiredDocument('key');
  if (isIdKey(key)) {
    checkIdIndex(given);
    return undefined;
  }
  checkKey(key);
  const name = args.requiredString('name');
  if (name === '' || name === '*')
    throw new MongoServerFault(ErrorCode.CannotCreateIndex, 'index names cannot be empty');
  if (args.bool('hidden')) {
    throw new MongoServerFault(ErrorCode.NotImplemented, 'hidden indexes are not supported by this server');
  }
  const spec: Doc = new Map<string, Value>([
    ['v', new Int32(2)],
    ['key', key],
    ['name', name],
  ]);
  if (args.bool('unique')) spec.set('unique', true);
  if (args.bool('sparse')) spec.set('sparse', true);
  const partial = args.document('partialFilterExpression');
  if (partial) {
    if (args.bool('sparse')) {
      throw new MongoServerFault(
        ErrorCode.CannotCreateIndex,
        'cannot mix "partialFilterExpression" and "sparse" options',
      );
    }
    checkPartialFilter(compileFilter(partial).ast);
    spec.set('partialFilterExpression', partial);
  }
  const expire = args.value('expireAfterSeconds');
  if (expire !== undefined) spec.set('expireAfterSeconds', checkExpiry(expire, key));
  return spec;
}

/** The `_id` index takes no options. */
function checkIdIndex(given: Doc): void {
  for (const name of given.keys()) {
    if (ID_INDEX_FIELDS.has(name)) continue;
    throw new MongoServerFault(
      ErrorCode.InvalidIndexSpecificationOption,
      `The field '${name}' is not valid for an _id index specification.`,
    );
  }
}

/** Refuses what MongoDB does not take in a partial index: negations, patterns and conditions on whole arrays. */
function checkPartialFilter(node: FilterNode): void {
  if (node.kind === 'and' || node.kind === 'or') {
    for (const child of node.children) checkPartialFilter(child);
  } else if (!PARTIAL_KINDS.has(node.kind)) {
    throw new MongoServerFault(
      ErrorCode.CannotCreateIndex,
      `unsupported expression in partial index: ${node.kind === 'not' ? '$not' : node.kind}`,
    );
  }
}

function checkKey(key: Doc): void {
  if (key.size === 0) throw new MongoServerFault(ErrorCode.CannotCreateIndex, 'Index keys cannot be empty.');
  if (key.size > MAX_FIELDS)
    throw badValue(`too many fields in an index: ${key.size}, at most ${MAX_FIELDS}`);
  for (const [path, direction] of key) {
    if (typeof direction === 'string') {
      throw new MongoServerFault(
        ErrorCode.CannotCreateIndex,
        `indexes of the kind '${direction}' are not supported by this server`,
      );
    }
    if (!isNumber(direction) || numberOf(direction) === 0 || Number.isNaN(numberOf(direction))) {
      throw new MongoServerFault(
        ErrorCode.CannotCreateIndex,
        `Values in the index key pattern must be numbers other than 0: ${path}`,
      );
    }
    if (path.includes('$**')) {
      throw new MongoServerFault(
        ErrorCode.CannotCreateIndex,
        'wildcard indexes are not supported by this server',
      );
    }
    if (path.split('.').some((part) => part === '' || part.startsWith('$'))) {
      throw new MongoServerFault(
        ErrorCode.CannotCreateIndex,
        `Index keys cannot be or contain an empty field or one that starts with '$': '${path}'`,
      );
    }
  }
}

function checkExpiry(value: Value, key: Doc): Value {
  if (!isNumber(value)) {
    throw new MongoServerFault(ErrorCode.CannotCreateIndex, 'TTL index expireAfterSeconds must be a number');
  }
  const seconds = numberOf(value);
  if (!(seconds >= 0 && seconds <= MAX_TTL_SECONDS)) {
    throw new MongoServerFault(
      ErrorCode.CannotCreateIndex,
      `TTL index 'expireAfterSeconds' option must be within an acceptable range: 0 to ${MAX_TTL_SECONDS}`,
    );
  }
  if (key.size !== 1 || key.has('_id')) {
    throw new MongoServerFault(
      ErrorCode.CannotCreateIndex,
      'TTL indexes are single-field indexes, compound indexes do not support TTL',
    );
  }
  return value;
}

/** True for the specification of the `_id` index. */
export function isIdKey(key: Value | undefined): boolean {
  return isDoc(key) && key.size === 1 && isNumber(key.get('_id'));
}
