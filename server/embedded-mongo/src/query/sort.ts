import { badValue, MongoServerFault } from '../errors';
import { compareValues } from '../values/compare';
import { checkFieldPath } from '../values/field-path';
import { numberOf } from '../values/number';
import { indexValues } from '../values/paths';
import { type Doc, isDoc, isNumber, type Value } from '../values/value';

export interface CompiledSort {
  readonly fields: { path: string; direction: 1 | -1 }[];
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
    checkFieldPath(path);
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
    order(docs) {
      const keyed = Array.from(docs, (doc) => ({
        doc,
        keys: fields.map(({ path, direction }) => sortKey(doc, path, direction)),
      }));
      keyed.sort((a, b) => {
        for (let i = 0; i < fields.length; i += 1) {
          const order = compareValues(a.keys[i] as Value, b.keys[i] as Value);
          if (order !== 0) return order * (fields[i]?.direction ?? 1);
        }
        return 0;
      });
      return keyed.map(({ doc }) => doc);
    },
  };
}
