import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import type { Value } from '../values/value';

/** A value as MongoDB prints it in messages. */
export function showValue(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Map) {
    const fields = [...value].map(([key, item]) => `${key}: ${showValue(item)}`);
    return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
  }
  if (Array.isArray(value)) return value.length > 0 ? `[ ${value.map(showValue).join(', ')} ]` : '[]';
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Double)
    return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
  if (value instanceof Int32 || value instanceof Long) return String(value);
  if (value instanceof Decimal128) return `Decimal128('${value.toString()}')`;
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (value instanceof Binary) {
    if (value.sub_type === Binary.SUBTYPE_UUID) return `UUID("${value.toUUID().toHexString()}")`;
    return `BinData(${value.sub_type}, ${Buffer.from(value.buffer).toString('hex').toUpperCase()})`;
  }
  return typeof value === 'boolean' ? String(value) : value._bsontype;
}
