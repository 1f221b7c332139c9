import { MongoServerFault } from '../errors';
import type { CompiledFilter, FilterMatch } from '../query/filter';
import type { Doc } from '../values/value';
import { applyComputed } from './computed';
import { applyPositional, applySlice, elemMatchValue } from './find-operators';
import { type ParsedProjection, parseProjection } from './parse-projection';
import { type ArrayPlaces, exclude, include } from './tree';

/**
 * Compiles the projection of a find or findAndModify.
 * @param filter the query's filter: the positional `$` needs it where no match is given with the document.
 * @param isOfNew the document that is shown is the one after an update: the positional `$` is refused
 * @throws MongoServerFault with MongoDB's codes, for example 31254 for exclusion in an inclusion.
 */
export function compileProjection(
  projection: Doc,
  filter?: CompiledFilter,
  isOfNew = false,
): (doc: Doc, match?: FilterMatch | null) => Doc {
  if (projection.size === 0) return (doc) => doc;
  const parsed = parseProjection(projection, 'find', isOfNew);
  const project = basis(parsed);
  const started = new Date();
  return (doc, match) => {
    const places: ArrayPlaces | undefined = parsed.positional && new Map();
    let result = project(doc, started, places);
    for (const { name, test } of parsed.elemMatches) {
      const found = elemMatchValue(doc, name, test);
      if (result === doc) result = new Map(doc);
      // Leaving out fields by name does not move the others.
      if (!found || parsed.kind === 'inclusion') result.delete(name);
      if (found) result.set(name, found);
    }
    for (const slice of parsed.slices) result = applySlice(result, slice);
    if (parsed.positional) {
      const index = (match ?? filter?.matches(doc))?.arrayIndex;
      result = applyPositional(result, parsed.positional, index, places);
    }
    return result;
  };
}

/** Compiles a `$project` stage. */
export function compileAggregateProjection(spec: Doc): (doc: Doc, now: Date) => Doc {
  if (spec.size === 0) {
    throw new MongoServerFault(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  return basis(parseProjection(spec, 'aggregate'));
}

function basis(parsed: ParsedProjection): (doc: Doc, now: Date, places?: ArrayPlaces) => Doc {
  const { tree, kind, computed } = parsed;
  const select = kind === 'inclusion' ? include : exclude;
  if (computed.length === 0) return (doc, _now, places) => select(doc, tree, places);
  return (doc, now, places) => applyComputed(select(doc, tree, places), doc, computed, now);
}
