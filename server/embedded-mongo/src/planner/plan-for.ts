import { badValue, ErrorCode, MongoServerFault } from '../errors';
import type { CompiledFilter } from '../query/filter';
import type { CompiledSort } from '../query/sort';
import type { Collection } from '../storage/collection';
import { encodeDocument } from '../values/codec';
import { numberOf } from '../values/number';
import { type Doc, isDoc, isNumber, type Value } from '../values/value';
import { choosePlan, type Hint } from './choose';
import type { Plan } from './plan';

/** Resolves a hint for a collection. Throws 2 if there is no such index, or it is still being built. */
function hintOf(collection: Collection, hint: Value | undefined): Hint | undefined {
  if (hint === undefined || hint === null) return undefined;
  const usable = collection.indexes.filter((index) => index.ready);
  if (isDoc(hint)) {
    if (hint.size === 0) return undefined;
    const natural = hint.get('$natural');
    if (isNumber(natural)) return { natural: numberOf(natural) < 0 ? -1 : 1 };
    if (hint.size === 1 && isNumber(hint.get('_id'))) return { index: '_id_' };
    const wanted = encodeDocument(hint);
    const found = usable.find((index) => samePattern(index.spec.get('key') as Doc, hint, wanted));
    if (found) return { index: found };
  } else if (typeof hint === 'string') {
    if (hint === '_id_') return { index: '_id_' };
    const found = usable.find((index) => index.name === hint);
    if (found) return { index: found };
  } else {
    throw new MongoServerFault(ErrorCode.FailedToParse, 'Hint must be a string or an object');
  }
  throw badValue(
    'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
  );
}

function samePattern(pattern: Doc, hint: Doc, encodedHint: Buffer): boolean {
  if (encodeDocument(pattern).equals(encodedHint)) return true;
  const own = [...pattern];
  const other = [...hint];
  return (
    own.length === other.length &&
    own.every(([path, direction], index) => {
      const [otherPath, otherDirection] = other[index] as [string, Value];
      return path === otherPath && Number(direction) === Number(otherDirection);
    })
  );
}

/** The plan for a query. Throws 2 for a hint at an index that is not there. */
export function planFor(
  collection: Collection,
  filter: CompiledFilter,
  sort: CompiledSort | undefined,
  hint: Value | undefined,
): Plan {
  return choosePlan(collection, filter.ast, sort?.fields ?? [], hintOf(collection, hint));
}
