import type { Doc } from './values/value';

/** MongoDB's error codes that this server gives, by MongoDB's own names. */
export const ErrorCode = {
  InternalError: 1,
  BadValue: 2,
  NoSuchKey: 4,
  FailedToParse: 9,
  UnsupportedFormat: 12,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  ProtocolError: 17,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  CannotBackfillArray: 34,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  InvalidDBRef: 55,
  EmptyFieldName: 56,
  DottedFieldName: 57,
  CommandNotFound: 59,
  WriteConcernFailed: 64,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  IndexAlreadyExists: 68,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  UnknownReplWriteConcern: 79,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  ShutdownInProgress: 91,
  UnsatisfiableWriteConcern: 100,
  CommandNotSupported: 115,
  DocumentValidationFailure: 121,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  QueryPlanKilled: 175,
  InvalidIndexSpecificationOption: 197,
  CursorInUse: 292,
  APIVersionError: 322,
  QueryFeatureNotAllowed: 224,
  APIStrictError: 323,
  UnsupportedOpQueryCommand: 352,
  NotImplemented: 238,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  KeyTooLong: 17280,
} as const;

const nameOfCode = new Map<number, string>(Object.entries(ErrorCode).map(([name, code]) => [code, name]));

/** MongoDB's name of a code; codes without a name are called `Location<code>`, as MongoDB does. */
function codeNameOf(code: number): string {
  return nameOfCode.get(code) ?? `Location${code}`;
}

/** An error that is answered to the client as MongoDB would: a code, its name, a message. */
export class MongoServerFault extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly labels?: string[];
  /** Further fields of the error document, such as `keyPattern` and `keyValue`. */
  readonly extra?: Doc;

  constructor(code: number, message: string, more: { labels?: string[]; extra?: Doc } = {}) {
    super(message);
    this.name = 'MongoServerFault';
    this.code = code;
    this.codeName = codeNameOf(code);
    if (more.labels) this.labels = more.labels;
    if (more.extra) this.extra = more.extra;
  }
}

/** Shorthand for the commonest fault: code 2. */
export function badValue(message: string): MongoServerFault {
  return new MongoServerFault(ErrorCode.BadValue, message);
}

/** Shorthand for code 9. */
export function failedToParse(message: string): MongoServerFault {
  return new MongoServerFault(ErrorCode.FailedToParse, message);
}
