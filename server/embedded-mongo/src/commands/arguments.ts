import { ErrorCode, MongoServerFault } from '../errors';
import { numberOf } from '../values/number';
import { type Doc, isDoc, isNumber, typeName, type Value } from '../values/value';

/** Arguments that every command takes; `check` in dispatch.ts looks at them. */
const GENERIC = new Set([
  '$db',
  '$readPreference',
  '$clusterTime',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
]);

/** A command's (or statement's) arguments with MongoDB's complaints about wrong types and unknown fields. */
export class Arguments {
  /** @param name what messages call it: the command's name, or `update.updates` for a statement. */
  constructor(
    readonly name: string,
    readonly doc: Doc,
  ) {}

  /** Refuses fields that are neither generic nor in the list (40415). */
  only(...known: string[]): this {
    return this.check(known, true);
  }

  /** Like `only` for a statement inside a command, where generic arguments have no place. */
  onlyExactly(...known: string[]): this {
    return this.check(known, false);
  }

  private check(known: string[], generic: boolean): this {
    for (const key of this.doc.keys()) {
      if (known.includes(key) || key === this.name || (generic && GENERIC.has(key))) continue;
      throw new MongoServerFault(40415, `BSON field '${this.name}.${key}' is an unknown field.`);
    }
    return this;
  }

  has(key: string): boolean {
    return this.doc.has(key);
  }

  value(key: string): Value | undefined {
    return this.doc.get(key);
  }

  requiredValue(key: string): Value {
    const value = this.doc.get(key);
    if (value === undefined) throw this.missing(key);
    return value;
  }

  document(key: string): Doc | undefined {
    const value = this.doc.get(key);
    if (value === undefined || value === null) return undefined;
    if (!isDoc(value)) throw this.wrongType(key, value, "'object'");
    return value;
  }

  requiredDocument(key: string): Doc {
    const value = this.document(key);
    if (!value) throw this.missing(key);
    return value;
  }

  array(key: string): Value[] | undefined {
    const value = this.doc.get(key);
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) throw this.wrongType(key, value, "'array'");
    return value;
  }

  /** An array whose elements are all documents. */
  documents(key: string): Doc[] | undefined {
    return this.array(key)?.map((value, index) => {
      if (!isDoc(value)) throw this.wrongType(`${key}.${index}`, value, "'object'");
      return value;
    });
  }

  string(key: string): string | undefined {
    const value = this.doc.get(key);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') throw this.wrongType(key, value, "'string'");
    return value;
  }

  requiredString(key: string): string {
    const value = this.string(key);
    if (value === undefined) throw this.missing(key);
    return value;
  }

  bool(key: string): boolean {
    const value = this.doc.get(key);
    if (value === undefined || value === null) return false;
    if (typeof value === 'boolean') return value;
    if (isNumber(value)) return numberOf(value) !== 0;
    throw this.wrongType(key, value, "'[bool, long, int, decimal, double']");
  }

  /** A whole number that is at least `least`. */
  integer(key: string, least = 0): number | undefined {
    const value = this.doc.get(key);
    if (value === undefined || value === null) return undefined;
    if (!isNumber(value)) throw this.wrongType(key, value, "'[long, int, decimal, double']");
    const number = Math.trunc(numberOf(value));
    if (!Number.isFinite(number))
      throw new MongoServerFault(ErrorCode.FailedToParse, `${key} is not a number`);
    if (number < least) {
      throw new MongoServerFault(
        51024,
        `BSON field '${key}' value must be >= ${least}, actual value '${number}'`,
      );
    }
    return number;
  }

  private missing(key: string): MongoServerFault {
    return new MongoServerFault(40414, `BSON field '${this.name}.${key}' is missing but a required field`);
  }

  private wrongType(key: string, value: Value, expected: string): MongoServerFault {
    const plural = expected.includes('[') ? 'types' : 'type';
    return new MongoServerFault(
      ErrorCode.TypeMismatch,
      `BSON field '${this.name}.${key}' is the wrong type '${typeName(value)}', expected ${plural} ${expected}`,
    );
  }
}
