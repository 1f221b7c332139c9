import { type Doc, isDoc, type Value } from '../values/value';

/** Fields that are named: `true` for the whole field, a tree for some of its fields. */
export type FieldTree = Map<string, true | FieldTree>;

/** Arrays of which elements went away, each with all of its places; the places of those that went are undefined. */
export type ArrayPlaces = Map<readonly Value[], ReadonlyArray<Value | undefined>>;

/**
 * The document with nothing but the named fields, in the document's own order.
 * @param places collects arrays from which elements were removed
 */
export function include(doc: Doc, tree: FieldTree, places?: ArrayPlaces): Doc {
  const result: Doc = new Map();
  for (const [name, value] of doc) {
    const branch = tree.get(name);
    if (branch === undefined) continue;
    const kept = branch === true ? value : includeIn(value, branch, places);
    if (kept !== undefined) result.set(name, kept);
  }
  return result;
}

/** Scalars have none of the named fields and go away, also inside arrays. */
function includeIn(value: Value, tree: FieldTree, places: ArrayPlaces | undefined): Value | undefined {
  if (isDoc(value)) return include(value, tree, places);
  if (!Array.isArray(value)) return undefined;
  const all = value.map((item) => includeIn(item, tree, places));
  const kept = all.filter((item) => item !== undefined);
  if (kept.length < all.length) places?.set(kept, all);
  return kept;
}

/** The document without the named fields. */
export function exclude(doc: Doc, tree: FieldTree): Doc {
  const result: Doc = new Map();
  for (const [name, value] of doc) {
    const branch = tree.get(name);
    if (branch === true) continue;
    result.set(name, branch === undefined ? value : excludeIn(value, branch));
  }
  return result;
}

function excludeIn(value: Value, tree: FieldTree): Value {
  if (isDoc(value)) return exclude(value, tree);
  return Array.isArray(value) ? value.map((item) => excludeIn(item, tree)) : value;
}
