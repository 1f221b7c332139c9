import { type Doc, isDoc, type Value } from './value';

const ARRAY_INDEX = /^(?:0|[1-9][0-9]*)$/;

/** True for `0`, `1`, `12` …; not for `01` or `-1`. */
export function isArrayIndex(part: string): boolean {
  return ARRAY_INDEX.test(part);
}

/** Splits a dotted path. */
export function splitPath(path: string): string[] {
  return path.includes('.') ? path.split('.') : [path];
}

function collectDistinct(
  value: Value | undefined,
  parts: readonly string[],
  at: number,
  into: Value[],
): void {
  if (value === undefined) return;
  if (at === parts.length) {
    if (!Array.isArray(value)) into.push(value);
    else for (const item of value) into.push(item);
    return;
  }
  const part = parts[at] as string;
  if (isDoc(value)) {
    collectDistinct(value.get(part), parts, at + 1, into);
    return;
  }
  if (!Array.isArray(value)) return;
  // A number is a place in the array alone, not a field of the documents in it.
  if (/^\d+$/.test(part)) {
    if (isArrayIndex(part)) collectDistinct(value[Number(part)], parts, at + 1, into);
  } else for (const item of value) if (isDoc(item)) collectDistinct(item.get(part), parts, at + 1, into);
}

/** The values that the `distinct` command takes from one document, in document order, with repetitions. */
export function distinctValues(doc: Doc, path: string): Value[] {
  const values: Value[] = [];
  collectDistinct(doc, splitPath(path), 0, values);
  return values;
}
