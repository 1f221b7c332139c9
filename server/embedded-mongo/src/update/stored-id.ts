import { BSONRegExp } from 'bson';
import { ErrorCode, MongoServerFault } from '../errors';
import { BsonUndefined, type Doc, isDoc, typeName } from '../values/value';

export function immutableId(): MongoServerFault {
  return new MongoServerFault(
    ErrorCode.ImmutableField,
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );
}

/**
 * Checks that the `_id` of a document can be stored.
 * @throws MongoServerFault 53 if it is an array, a regular expression or undefined; 52 if it holds `$` names.
 */
export function checkId(doc: Doc): void {
  const id = doc.get('_id');
  if (id === undefined) return;
  if (Array.isArray(id) || id instanceof BSONRegExp || id === BsonUndefined.VALUE) {
    throw new MongoServerFault(ErrorCode.InvalidIdField, `The '_id' value cannot be of type ${typeName(id)}`);
  }
  if (!isDoc(id)) return;
  for (const name of id.keys()) {
    if (!name.startsWith('$')) continue;
    throw new MongoServerFault(
      ErrorCode.DollarPrefixedFieldName,
      `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
    );
  }
}

/** Moves `_id` to the front, where MongoDB keeps it. */
export function withIdFirst(doc: Doc): Doc {
  const id = doc.get('_id');
  if (id === undefined || doc.keys().next().value === '_id') return doc;
  const result: Doc = new Map([['_id', id]]);
  for (const [name, value] of doc) result.set(name, value);
  return result;
}
