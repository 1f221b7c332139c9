import { badValue, ErrorCode, MongoServerFault } from '../errors';
import { type IndexField, indexKeys } from '../storage/index-keys';
import { compareValues } from '../values/compare';
import { checkFieldPath } from '../values/field-path';
import { numberOf } from '../values/number';
import { splitPath } from '../values/paths';
import { type Doc, isDoc, isNumber, type Value } from '../values/value';

export interface CompiledSort {
  readonly fields: { path: string; direction: 1 | -1 }[];
  /**
   * The sort key of a document, one value for each field: the first of the keys that an index would have of it.
   * @throws MongoServerFault 2 if two fields lead into different arrays.
   */
  keysOf(doc: Doc): Value[];
  /** Orders documents: missing counts as null; an array by its smallest (ascending) or largest element. */
  compare(a: Doc, b: Doc): number;
  /** The documents in order, equal ones as they came; each document's keys are worked out once. */
  order(docs: Iterable<Doc>): Doc[];
}

function directionOf(path: string, value: Value): 1 | -1 {
  if (isDoc(value)) {
    throw badValue(`sort by an expression or $meta is not supported: ${path}`);
  }
  const direction = isNumber(value) ? numberOf(value) : Number.NaN;
  if (Number.isNaN(direction))
    throw new MongoServerFault(15974, `Illegal key in $sort specification: ${path}`);
  if (direction !== 1 && direction !== -1) {
    throw new MongoServerFault(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  }
  return direction;
}

type SortField = CompiledSort['fields'][number];

/** The value by which a document is sorted on one path; undefined if an array is on it. */
function plainKey(doc: Doc, parts: readonly string[]): Value | undefined {
  let value: Value | undefined = doc;
  for (const part of parts) {
    if (Array.isArray(value)) return undefined;
    value = isDoc(value) ? value.get(part) : undefined;
  }
  return Array.isArray(value) ? undefined : (value ?? null);
}

/** Of the keys that an index on these fields would hold of the document, the one that comes first. */
function firstIndexKey(doc: Doc, fields: readonly IndexField[]): Value[] {
  const rows = indexRows(doc, fields);
  let best = rows[0] as Value[];
  for (const row of rows) if (compareKeys(row, best, fields) < 0) best = row;
  return best;
}

function indexRows(doc: Doc, fields: readonly IndexField[]): Value[][] {
  try {
    return indexKeys(doc, fields).values;
  } catch (error) {
    if (!(error instanceof MongoServerFault) || error.code !== ErrorCode.CannotIndexParallelArrays)
      throw error;
    throw badValue('cannot sort with keys that are parallel arrays');
  }
}

function compareKeys(a: readonly Value[], b: readonly Value[], fields: readonly SortField[]): number {
  for (let i = 0; i < fields.length; i += 1) {
    const order = compareValues(a[i] as Value, b[i] as Value);
    if (order !== 0) return order * (fields[i] as SortField).direction;
  }
  return 0;
}

/**
 * Compiles `{path: 1 | -1, …}`.
 * @throws MongoServerFault 15974/15975 on bad directions, 40352/15998/16410 on bad paths.
 */
export function compileSort(sort: Doc): CompiledSort {
  const fields: IndexField[] = [];
  for (const [path, value] of sort) {
    checkFieldPath(path);
    fields.push({ path, parts: splitPath(path), direction: directionOf(path, value) });
  }
  const keysOf = (doc: Doc): Value[] => {
    const keys: Value[] = [];
    for (const { parts } of fields) {
      const key = plainKey(doc, parts);
      if (key === undefined) return firstIndexKey(doc, fields);
      keys.push(key);
    }
    return keys;
  };
  return {
    fields,
    keysOf,
    compare: (a, b) => compareKeys(keysOf(a), keysOf(b), fields),
    order(docs) {
      const keyed = Array.from(docs, (doc) => ({ doc, keys: keysOf(doc) }));
      keyed.sort((a, b) => compareKeys(a.keys, b.keys, fields));
      return keyed.map(({ doc }) => doc);
    },
  };
}

/** A compiled sort, or undefined for none. */
export function sortOf(sort: Doc | undefined): CompiledSort | undefined {
  if (!sort || sort.size === 0) return undefined;
  // {$natural: 1} asks for the order in which documents are stored: any order will do.
  if (sort.size === 1 && sort.has('$natural')) return undefined;
  return compileSort(sort);
}
