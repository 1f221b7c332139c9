import { badValue, MongoServerFault } from '../errors';
import { compareValues } from '../values/compare';
import { numberOf } from '../values/number';
import { indexValues } from '../values/paths';
import { type Doc, isDoc, isNumber, type Value } from '../values/value';

export interface CompiledSort {
  readonly fields: { path: string; direction: 1 | -1 }[];
  /** Orders documents: missing counts as null; an array by its smallest (ascending) or largest element. */
  compare(a: Doc, b: Doc): number;
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

function checkPath(path: string): void {
  if (path === '') throw new MongoServerFault(40352, 'FieldPath cannot be constructed with empty string');
  if (path.startsWith('.') || path.endsWith('.') || path.includes('..')) {
    throw new MongoServerFault(15998, 'FieldPath field names may not be empty strings.');
  }
  if (path.split('.').some((part) => part.startsWith('$'))) {
    throw new MongoServerFault(16410, `FieldPath field names may not start with '$'. (${path})`);
  }
}

export function sortKey(doc: Doc, path: string, direction: 1 | -1): Value {
  const plain = path.includes('.') ? undefined : doc.get(path);
  if (plain !== undefined && !Array.isArray(plain)) return plain;
  let best: Value | undefined;
  for (const value of indexValues(doc, path).values) {
    const candidate = value === undefined ? null : value;
    if (best === undefined || compareValues(candidate, best) * direction < 0) best = candidate;
  }
  return best === undefined ? null : best;
}

/**
 * Compiles `{path: 1 | -1, …}`.
 * @throws MongoServerFault 15974/15975 on bad directions, 40352/15998/16410 on bad paths.
 */
export function compileSort(sort: Doc): CompiledSort {
  const fields: { path: string; direction: 1 | -1 }[] = [];
  for (const [path, value] of sort) {
    checkPath(path);
    fields.push({ path, direction: directionOf(path, value) });
  }
  return {
    fields,
    compare(a, b) {
      for (const { path, direction } of fields) {
        const order = compareValues(sortKey(a, path, direction), sortKey(b, path, direction));
        if (order !== 0) return order * direction;
      }
      return 0;
    },
  };
}
