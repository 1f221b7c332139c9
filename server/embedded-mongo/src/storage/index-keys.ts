import { ErrorCode, MongoServerFault } from '../errors';
import { encodeKey } from '../values/key';
import { BsonUndefined, type Doc, type Value } from '../values/value';
import { clip, MAX_FIELDS_BYTES } from './keys';

/** One field of an index. */
export interface IndexField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly direction: 1 | -1;
}

/** The keys of one document in one index. */
export interface IndexKeys {
  /** Distinct encoded fields, each clipped to the longest that a key may hold. */
  readonly keys: Buffer[];
  /** The values that each key stands for, for the duplicate key error. */
  readonly values: Value[][];
  /** An array was on the way: the index is multikey from now on. */
  readonly multikey: boolean;
  /** A key was clipped: the index serves no sort from now on. */
  readonly clipped: boolean;
  /** At least one indexed field exists (required by a sparse index). */
  readonly present: boolean;
}

/** How far the path of one field has been followed. */
interface Walk {
  readonly parts: readonly string[];
  /** The number of parts that have been followed. */
  readonly at: number;
  /** The value there; undefined if the path leads nowhere. */
  readonly value: Value | undefined;
}

/** Where a path leads whose next part is the number of an element of the array that is being taken apart. */
interface Numbered {
  readonly isArray: boolean;
  readonly at: number;
  readonly value: Value | undefined;
}

const NO_FIELDS: Doc = new Map();

/**
 * The keys of a document in an index, as MongoDB makes them: an array on the way gives one key per element, a missing
 * field counts as null, two different arrays in one compound index are refused (171).
 */
export function indexKeys(doc: Doc, fields: readonly IndexField[]): IndexKeys {
  const rows: (Value | undefined)[][] = [];
  const walks = fields.map(({ parts }) => ({ parts, at: 0, value: undefined }));
  const multikey = expand(doc, walks, [], fields, rows);
  const directions = fields.map((field) => field.direction);
  const keys: Buffer[] = [];
  const values: Value[][] = [];
  const seen = rows.length > 1 ? new Set<string>() : undefined;
  let clipped = false;
  let present = false;
  for (const row of rows) {
    if (!present) present = row.some((value) => value !== undefined);
    const filled = row.map((value) => (value === undefined ? null : value));
    const whole = encodeKey(filled, directions);
    const key = clip(whole, MAX_FIELDS_BYTES);
    if (key !== whole) clipped = true;
    if (seen) {
      const text = key.toString('latin1');
      if (seen.has(text)) continue;
      seen.add(text);
    }
    keys.push(key);
    values.push(filled);
  }
  return { keys, values, multikey, clipped, present };
}

/**
 * Adds the rows that these walks give; true when an array was taken apart.
 * @param doc the document, or the element of an array, from which the walks continue
 * @param numbered for each walk that continues by an element's number
 */
function expand(
  doc: Doc,
  walks: readonly Walk[],
  numbered: readonly (Numbered | undefined)[],
  fields: readonly IndexField[],
  rows: (Value | undefined)[][],
): boolean {
  let array: Value[] | undefined;
  let arrayField = -1;
  // An array that is an element itself, found by its number, stays whole at the end of a path.
  let isWhole = false;
  const stops = walks.map((walk, index) => {
    if (walk.at === walk.parts.length) return walk;
    const byNumber = numbered[index];
    const stop = follow(doc, walk, byNumber);
    if (byNumber?.isArray) isWhole = true;
    if (!Array.isArray(stop.value)) return stop;
    if (array && array !== stop.value) {
      throw new MongoServerFault(
        ErrorCode.CannotIndexParallelArrays,
        `cannot index parallel arrays [${fields[index]?.path}] [${fields[arrayField]?.path}]`,
      );
    }
    array = stop.value;
    arrayField = index;
    return stop;
  });
  if (!array) {
    rows.push(stops.map(({ value }) => value));
    return false;
  }
  const whole = array as Value[];
  const isOpen = (stop: Walk, index: number) => walks[index] !== stop && stop.value === whole;
  /** The walks that end in the array continue with a value in its place. */
  const next = (value: Value) =>
    stops.map((stop, index) =>
      isOpen(stop, index) && stop.at === stop.parts.length ? { ...stop, value } : stop,
    );
  if (whole.length === 0) {
    // At the end of a path MongoDB distinguishes an empty array from a missing field by the undefined type.
    expand(NO_FIELDS, next(BsonUndefined.VALUE), [], fields, rows);
    return true;
  }
  const byNumber = stops.map((stop) => elementByNumber(whole, stop));
  let multikey = stops.some((stop, index) => isOpen(stop, index) && !byNumber[index]);
  for (const element of whole) {
    const from = element instanceof Map ? element : NO_FIELDS;
    if (expand(from, next(isWhole ? whole : element), byNumber, fields, rows)) multikey = true;
  }
  return multikey;
}

/** Goes along a path until it ends, is lost, or meets an array. @throws MongoServerFault 16746 */
function follow(doc: Doc, { parts, at }: Walk, numbered: Numbered | undefined): Walk {
  const part = parts[at] as string;
  if (numbered && doc.has(part)) {
    throw new MongoServerFault(
      16746,
      `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${part}'`,
    );
  }
  return numbered ? { parts, at: numbered.at, value: numbered.value } : along(doc.get(part), parts, at + 1);
}

function along(start: Value | undefined, parts: readonly string[], from: number): Walk {
  let value = start;
  for (let at = from; at < parts.length; at += 1) {
    if (Array.isArray(value)) return { parts, at, value };
    if (!(value instanceof Map)) return { parts, at: parts.length, value: undefined };
    value = value.get(parts[at] as string);
  }
  return { parts, at: parts.length, value };
}

function elementByNumber(array: readonly Value[], { parts, at }: Walk): Numbered | undefined {
  const part = parts[at];
  const element = part !== undefined && ELEMENT_NUMBER.test(part) ? array[Number(part)] : undefined;
  if (element === undefined) return undefined;
  const { at: reached, value } = along(element, parts, at + 1);
  return { isArray: Array.isArray(element), at: reached, value };
}

const ELEMENT_NUMBER = /^(0|[1-9]\d{0,8})$/;
