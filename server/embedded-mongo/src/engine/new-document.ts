import { BSONRegExp, ObjectId } from 'bson';
import { ErrorCode, MongoServerFault } from '../errors';
import { encodeDocument } from '../values/codec';
import { BsonUndefined, type Doc, firstName, typeName, type Value } from '../values/value';
import { MAX_DOCUMENT_BYTES } from './limits';

/** A document ready to be stored: `_id` first, and its bytes. */
export interface NewDocument {
  readonly doc: Doc;
  readonly raw: Buffer;
}

/** Gives the document an `_id` if it has none, puts it first, and checks what MongoDB checks. */
export function newDocument(doc: Doc, received?: Buffer): NewDocument {
  let ordered = doc;
  if (firstName(doc) !== '_id') {
    ordered = new Map<string, Value>([['_id', doc.has('_id') ? (doc.get('_id') as Value) : new ObjectId()]]);
    for (const [key, value] of doc) if (key !== '_id') ordered.set(key, value);
  }
  checkId(ordered.get('_id') as Value);
  const raw = ordered === doc && received ? received : encodeDocument(ordered);
  if (raw.length > MAX_DOCUMENT_BYTES) {
    throw new MongoServerFault(
      ErrorCode.BSONObjectTooLarge,
      `object to insert too large. size in bytes: ${raw.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
  }
  return { doc: ordered, raw };
}

/** The bytes of an updated document. Throws 17419 if it became too large. */
export function updatedBytes(doc: Doc): Buffer {
  const raw = encodeDocument(doc);
  if (raw.length > MAX_DOCUMENT_BYTES) {
    throw new MongoServerFault(17419, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
  }
  return raw;
}

function checkId(id: Value): void {
  if (Array.isArray(id) || id instanceof BSONRegExp || id === BsonUndefined.VALUE) {
    throw new MongoServerFault(ErrorCode.InvalidIdField, `The '_id' value cannot be of type ${typeName(id)}`);
  }
  if (!(id instanceof Map)) return;
  for (const key of id.keys()) {
    if (!key.startsWith('$')) continue;
    throw new MongoServerFault(
      ErrorCode.DollarPrefixedFieldName,
      `_id fields may not contain '$'-prefixed fields: ${key} is not valid for storage.`,
    );
  }
}
