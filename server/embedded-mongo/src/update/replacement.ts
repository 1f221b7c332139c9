import { ErrorCode, MongoServerFault } from '../errors';
import { encodeDocument } from '../values/codec';
import { valuesEqual } from '../values/compare';
import type { Doc, Value } from '../values/value';
import { checkId, immutableId, withIdFirst } from './stored-id';
import type { CompiledUpdate } from './update';
import { equalitiesOf } from './upsert';

/** Compiles a replacement: everything but `_id` is exchanged. */
export function compileReplacement(replacement: Doc): CompiledUpdate {
  for (const name of replacement.keys()) {
    if (!name.startsWith('$')) continue;
    throw new MongoServerFault(
      ErrorCode.DollarPrefixedFieldName,
      `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  checkId(replacement);
  const newId = replacement.get('_id');
  const withId = (id: Value | undefined): Doc => {
    if (id === undefined) return withIdFirst(replacement);
    if (newId !== undefined && !valuesEqual(id, newId)) throw immutableId();
    const result: Doc = new Map([['_id', id]]);
    for (const [name, value] of replacement) if (name !== '_id') result.set(name, value);
    return result;
  };
  return {
    kind: 'replacement',
    apply(doc, _match, _now, rewritten) {
      const result = withId(doc.get('_id'));
      // MongoDB compares the given document: a replacement without `_id`, or with it elsewhere, is never equal.
      if (!encodeDocument(result).equals(encodeDocument(replacement))) rewritten?.();
      return result;
    },
    upsert(filter) {
      const result = withId(equalitiesOf(filter.ast, (path) => path === '_id').get('_id'));
      checkId(result);
      return result;
    },
  };
}
