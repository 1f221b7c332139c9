import { MongoServerFault } from '../errors';
import { type Doc, isDoc, type Value } from '../values/value';
import type { ArrayPlaces } from './tree';

export interface SliceSpec {
  readonly parts: readonly string[];
  /** Where to start; negative counts from the end; undefined where only a number of elements is given. */
  readonly skip: number | undefined;
  /** How many; negative (only without skip) takes the last ones. */
  readonly limit: number;
}

export interface ElemMatchSpec {
  readonly name: string;
  readonly test: (array: Value[]) => number;
}

/** The first matching element, in an array of its own. */
export function elemMatchValue(
  doc: Doc,
  name: string,
  test: (array: Value[]) => number,
): Value[] | undefined {
  const array = doc.get(name);
  if (!Array.isArray(array)) return undefined;
  const index = test(array);
  return index < 0 ? undefined : [array[index] as Value];
}

function cut(array: Value[], { skip, limit }: SliceSpec): Value[] {
  if (skip === undefined) return limit < 0 ? array.slice(limit) : array.slice(0, limit);
  const from = skip < 0 ? Math.max(0, array.length + skip) : skip;
  return array.slice(from, from + limit);
}

/** Cuts the array at the path; through arrays of documents in each of them. */
export function applySlice(doc: Doc, spec: SliceSpec): Doc {
  return sliceDoc(doc, spec, 0);
}

function sliceDoc(doc: Doc, spec: SliceSpec, at: number): Doc {
  const part = spec.parts[at] as string;
  const value = doc.get(part);
  if (value === undefined) return doc;
  const last = at === spec.parts.length - 1;
  const after = last ? (Array.isArray(value) ? cut(value, spec) : value) : sliceValue(value, spec, at + 1);
  return after === value ? doc : new Map(doc).set(part, after);
}

function sliceValue(value: Value, spec: SliceSpec, at: number): Value {
  if (isDoc(value)) return sliceDoc(value, spec, at);
  return Array.isArray(value) ? value.map((item) => sliceValue(item, spec, at)) : value;
}

/**
 * Keeps of the first array on the path only the element at which the query matched. If a part of the path leads to no
 * document, MongoDB looks for the next part in the same one, and puts the result at the path's place.
 * @param places of arrays from which the projection has dropped elements: the query counted these, too
 * @throws MongoServerFault 51246 if the query did not match in an array, 51247 if it was another, longer one, or the
 *   element is left out
 */
export function applyPositional(
  doc: Doc,
  parts: readonly string[],
  index: number | undefined,
  places?: ArrayPlaces,
): Doc {
  let current = doc;
  for (const [at, part] of parts.entries()) {
    const value = current.get(part);
    if (Array.isArray(value))
      return withNested(doc, parts.slice(0, at + 1), [elementOf(places?.get(value) ?? value, index)]);
    if (isDoc(value)) current = value;
  }
  return doc;
}

function elementOf(array: ReadonlyArray<Value | undefined>, index: number | undefined): Value {
  if (index === undefined) {
    throw new MongoServerFault(
      51246,
      "positional operator '.$' couldn't find a matching element in the array",
    );
  }
  const found = array[index];
  if (found === undefined) throw new MongoServerFault(51247, "positional operator '.$' element mismatch");
  return found;
}

function withNested(doc: Doc, [part = '', ...rest]: readonly string[], value: Value): Doc {
  const before = doc.get(part);
  const after = rest.length === 0 ? value : withNested(isDoc(before) ? before : new Map(), rest, value);
  return new Map(doc).set(part, after);
}
