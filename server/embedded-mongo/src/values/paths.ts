import { MongoServerFault } from '../errors';
import { compareValues } from './compare';
import { BsonUndefined, type Doc, isDoc, type Value } from './value';

const ARRAY_INDEX = /^(?:0|[1-9][0-9]*)$/;

/** True for `0`, `1`, `12` …; not for `01` or `-1`. */
export function isArrayIndex(part: string): boolean {
  return ARRAY_INDEX.test(part);
}

/** Splits a dotted path. */
export function splitPath(path: string): string[] {
  return path.includes('.') ? path.split('.') : [path];
}

/** What an index on a path holds of one document. */
export interface IndexValues {
  /** `undefined` stands for a missing field; an empty array is indexed as `BsonUndefined.VALUE`. */
  values: (Value | undefined)[];
  /** True if an array was met on the way or at the end, so that several entries are possible. */
  multikey: boolean;
}

function collect(value: Value | undefined, parts: readonly string[], at: number, into: IndexValues): void {
  if (at === parts.length) {
    if (!Array.isArray(value)) {
      into.values.push(value);
      return;
    }
    into.multikey = true;
    if (value.length === 0) into.values.push(BsonUndefined.VALUE);
    for (const item of value) into.values.push(item);
    return;
  }
  const part = parts[at] as string;
  if (isDoc(value)) {
    collect(value.get(part), parts, at + 1, into);
    return;
  }
  if (!Array.isArray(value)) {
    into.values.push(undefined);
    return;
  }
  if (isArrayIndex(part)) {
    const ambiguous = value.some((item) => isDoc(item) && item.has(part));
    if (!ambiguous) {
      collect(value[Number(part)], parts, at + 1, into);
      return;
    }
    throw new MongoServerFault(
      16746,
      `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${part}'`,
    );
  }
  into.multikey = true;
  if (value.length === 0) into.values.push(undefined);
  for (const item of value) {
    // Only one level of arrays is walked implicitly: an array inside an array has no fields.
    if (isDoc(item)) collect(item.get(part), parts, at + 1, into);
    else into.values.push(undefined);
  }
}

/**
 * The values that an index on `path` holds of this document, without duplicates.
 *
 * An array at the end is indexed by its elements (the array itself only as an element of another array), so
 * equality with a whole array can be looked up only by its first element and must be checked against the document.
 */
export function indexValues(doc: Doc, path: string): IndexValues {
  const result: IndexValues = { values: [], multikey: false };
  collect(doc, splitPath(path), 0, result);
  if (result.values.length > 1) result.values = withoutDuplicates(result.values);
  return result;
}

function withoutDuplicates(values: (Value | undefined)[]): (Value | undefined)[] {
  const distinct: (Value | undefined)[] = values.includes(undefined) ? [undefined] : [];
  const sorted = values.filter((value) => value !== undefined).sort(compareValues);
  let last: Value | undefined;
  for (const value of sorted) {
    if (last !== undefined && compareValues(last, value) === 0) continue;
    distinct.push(value);
    last = value;
  }
  return distinct;
}

function collectDistinct(
  value: Value | undefined,
  parts: readonly string[],
  at: number,
  into: Value[],
): void {
  if (value === undefined) return;
  if (at === parts.length) {
    if (Array.isArray(value)) into.push(...value);
    else into.push(value);
    return;
  }
  const part = parts[at] as string;
  if (isDoc(value)) {
    collectDistinct(value.get(part), parts, at + 1, into);
    return;
  }
  if (!Array.isArray(value)) return;
  if (isArrayIndex(part)) collectDistinct(value[Number(part)], parts, at + 1, into);
  for (const item of value) if (isDoc(item)) collectDistinct(item.get(part), parts, at + 1, into);
}

/** The values that the `distinct` command takes from one document, in document order, with repetitions. */
export function distinctValues(doc: Doc, path: string): Value[] {
  const values: Value[] = [];
  collectDistinct(doc, splitPath(path), 0, values);
  return values;
}
