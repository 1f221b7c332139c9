import { isArrayIndex } from '../values/paths';
import { type Doc, isDoc, type Value } from '../values/value';

/**
 * Called for each value at a path; `undefined` is a missing one. `arrayIndex` is the place in the outermost array
 * that was walked implicitly, -1 if none was. Returns true to stop.
 */
type Visit = (value: Value | undefined, arrayIndex: number) => boolean;

/**
 * A compiled walk along a dotted path with MongoDB's rules: arrays on the way are walked one level deep, a numeric
 * part is also an index, an array at the end gives its elements and then itself.
 */
export interface PathWalk {
  /** Elements of an array at the end, then the array itself. */
  values(doc: Doc, visit: Visit): boolean;
  /** An array at the end is given as it is, once. */
  whole(doc: Doc, visit: Visit): boolean;
}

/** Compiles the walk along the path with these parts. */
export function compileWalk(parts: readonly string[]): PathWalk {
  const count = parts.length;
  const first = parts[0] as string;
  const indexes = parts.map((part) => (isArrayIndex(part) ? Number(part) : -1));

  function leaf(value: Value | undefined, outer: number, expand: boolean, visit: Visit): boolean {
    if (expand && Array.isArray(value)) {
      for (let i = 0; i < value.length; i += 1) if (visit(value[i], outer < 0 ? i : outer)) return true;
    }
    return visit(value, outer);
  }

  function inDoc(doc: Doc, from: number, outer: number, expand: boolean, visit: Visit): boolean {
    let at = from;
    let value = doc.get(parts[at] as string);
    at += 1;
    while (at < count) {
      if (!isDoc(value)) {
        return Array.isArray(value) ? inArray(value, at, outer, expand, visit) : visit(undefined, outer);
      }
      value = value.get(parts[at] as string);
      at += 1;
    }
    return leaf(value, outer, expand, visit);
  }

  function inArray(array: Value[], at: number, outer: number, expand: boolean, visit: Visit): boolean {
    const index = indexes[at] as number;
    const last = at === count - 1;
    for (let i = 0; i < array.length; i += 1) {
      const item = array[i] as Value;
      if (isDoc(item)) {
        if (inDoc(item, at, outer < 0 ? i : outer, expand, visit)) return true;
        if (i !== index) continue;
        // An element that the path names by its number is not found by a walk over the array.
        if (last ? visit(item, outer) : inDoc(item, at + 1, outer, expand, visit)) return true;
      } else if (i === index) {
        // Terminating here gives the element as it is: an array inside the array is not expanded.
        if (last) {
          if (visit(item, outer)) return true;
        } else if (Array.isArray(item) && inArray(item, at + 1, outer, expand, visit)) return true;
      }
    }
    return false;
  }

  if (count === 1) {
    return {
      values: (doc, visit) => leaf(doc.get(first), -1, true, visit),
      whole: (doc, visit) => visit(doc.get(first), -1),
    };
  }
  return {
    values: (doc, visit) => inDoc(doc, 0, -1, true, visit),
    whole: (doc, visit) => inDoc(doc, 0, -1, false, visit),
  };
}
