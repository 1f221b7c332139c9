import type {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  ObjectId,
  Timestamp,
} from 'bson';
import { BsonType, bsonType, type Doc, type Value } from './value';

const LONGEST_SHOWN = 200;

/** A value as MongoDB's messages show it, cut to a readable length. */
export function show(value: Value): string {
  const text = full(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text;
}

/** A field as MongoDB's messages show it: `{a: 1}`. */
export function showField(name: string, value: Value): string {
  return `{${name}: ${show(value)}}`;
}

function full(value: Value): string {
  switch (bsonType(value)) {
    case BsonType.string:
      return JSON.stringify(value);
    case BsonType.object: {
      const fields = [...(value as Doc)].map(([name, item]) => `${name}: ${full(item)}`);
      return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
    }
    case BsonType.array:
      return (value as Value[]).length === 0 ? '[]' : `[ ${(value as Value[]).map(full).join(', ')} ]`;
    case BsonType.int:
    case BsonType.double:
      return String((value as Int32 | Double).value);
    case BsonType.long:
    case BsonType.decimal:
      return (value as Long | Decimal128).toString();
    case BsonType.objectId:
      return `ObjectId('${(value as ObjectId).toHexString()}')`;
    case BsonType.date:
      return `new Date(${(value as Date).getTime()})`;
    case BsonType.binData:
      return `BinData(${(value as Binary).sub_type}, ${(value as Binary).toString('hex').toUpperCase()})`;
    case BsonType.regex:
      return `/${(value as BSONRegExp).pattern}/${(value as BSONRegExp).options}`;
    case BsonType.timestamp:
      return `Timestamp(${(value as Timestamp).getHighBitsUnsigned()}, ${(value as Timestamp).getLowBitsUnsigned()})`;
    case BsonType.javascript:
      return (value as Code).code;
    case BsonType.symbol:
      return JSON.stringify((value as BSONSymbol).value);
    case BsonType.minKey:
      return 'MinKey';
    case BsonType.maxKey:
      return 'MaxKey';
    case BsonType.undefined:
      return 'undefined';
    default:
      return String(value);
  }
}
