import { ErrorCode, failedToParse, MongoServerFault } from '../errors';
import type { CompiledFilter, FilterMatch } from '../query/filter';
import { valuesEqual } from '../values/compare';
import { type Doc, isDoc, typeName, type Value } from '../values/value';
import { applyTree } from './apply';
import { compileArrayFilters, type ElementTest } from './array-filters';
import { type ParsedUpdate, parseUpdate } from './parse-update';
import { compileReplacement } from './replacement';
import { checkId, immutableId, withIdFirst } from './stored-id';
import type { UpdateContext } from './tree';
import { docOfEqualities, equalitiesOf } from './upsert';

export interface UpdateOptions {
  arrayFilters?: Doc[];
  /** False where the command does not take a replacement document. */
  allowReplacement: boolean;
  multi: boolean;
}

export interface CompiledUpdate {
  readonly kind: 'operators' | 'replacement';
  /**
   * The document after the update; the very same object if no operator changed anything. `doc` is never altered.
   * @param rewritten called when the document counts as modified even if it is the same
   * @throws MongoServerFault, for example 66 if the update would change `_id`.
   */
  apply(doc: Doc, match: FilterMatch | null, now: Date, rewritten?: () => void): Doc;
  /** The document that an upsert inserts; without `_id` if neither filter nor update give one. */
  upsert(filter: CompiledFilter, now: Date): Doc;
}

/**
 * Compiles an update.
 * @throws MongoServerFault with MongoDB's code: 9 for unknown operators, 40 for conflicting paths, 2 for most operands.
 */
export function compileUpdate(update: Value, options: UpdateOptions): CompiledUpdate {
  if (Array.isArray(update)) {
    throw new MongoServerFault(
      ErrorCode.NotImplemented,
      'updates by an aggregation pipeline are not supported',
    );
  }
  if (!isDoc(update)) {
    throw failedToParse(`Update argument must be either an object or an array, not ${typeName(update)}`);
  }
  if (update.keys().next().value?.startsWith('$'))
    return compileOperators(update, options.arrayFilters ?? []);
  if (options.arrayFilters) compileArrayFilters(options.arrayFilters);
  if (!options.allowReplacement || options.multi) {
    throw failedToParse('multi update is not supported for replacement-style update');
  }
  return compileReplacement(update);
}

const nothing = (): void => undefined;

function compileOperators(update: Doc, filters: readonly Doc[]): CompiledUpdate {
  const arrayFilters = compileArrayFilters(filters);
  const parsed = parseUpdate(update, new Set(arrayFilters.keys()));
  refuseUnusedFilters(parsed, arrayFilters);
  return {
    kind: 'operators',
    apply(doc, match, now, rewritten = nothing) {
      const result = applyTree(parsed.root, doc, {
        root: doc,
        now,
        inserting: false,
        arrayIndex: match?.arrayIndex,
        arrayFilters,
        rewritten,
      });
      if (result === doc) return result;
      const id = doc.get('_id');
      if (id !== undefined) refuseChangedId(id, result);
      refuseDollarFields(result);
      return result;
    },
    upsert(filter, now) {
      const base = docOfEqualities(equalitiesOf(filter.ast));
      const context: UpdateContext = {
        root: base,
        now,
        inserting: true,
        arrayIndex: undefined,
        arrayFilters,
        rewritten: nothing,
      };
      const result = applyTree(parsed.root, base, context);
      const id = base.get('_id');
      if (id !== undefined) refuseChangedId(id, result);
      checkId(result);
      refuseDollarFields(result);
      return withIdFirst(result);
    },
  };
}

/** Names with a dollar may be deeper, not at the top. */
function refuseDollarFields(doc: Doc): void {
  for (const name of doc.keys()) {
    if (!name.startsWith('$')) continue;
    throw new MongoServerFault(
      ErrorCode.DollarPrefixedFieldName,
      `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
}

function refuseChangedId(id: Value, result: Doc): void {
  const after = result.get('_id');
  if (after === undefined || !valuesEqual(id, after)) throw immutableId();
}

function refuseUnusedFilters(parsed: ParsedUpdate, filters: ReadonlyMap<string, ElementTest>): void {
  for (const identifier of filters.keys()) {
    if (parsed.identifiers.has(identifier)) continue;
    throw failedToParse(`The array filter for identifier '${identifier}' was not used in the update`);
  }
}
