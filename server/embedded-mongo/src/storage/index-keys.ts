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

/** What one document puts into one index. */
export interface IndexKeys {
  /** Distinct encoded fields, each clipped to the longest that a key may hold. */
  readonly keys: Buffer[];
  /** The values that each key stands for, for the duplicate key error. */
  readonly values: Value[][];
  /** An array was on the way: the index is multikey from now on. */
  readonly multikey: boolean;
  /** A key was clipped: the index serves no sort from now on. */
  readonly clipped: boolean;
  /** At least one indexed field exists (what a sparse index asks). */
  readonly present: boolean;
}

interface Walk {
  readonly parts: readonly string[];
  /** Where the walk stands, and how many parts it has gone. */
  readonly value: Value | undefined;
  readonly at: number;
  /** The value is an element of an array that was already taken apart: arrays directly in arrays are not. */
  readonly element: boolean;
}

type Stop = { readonly array: Value[]; readonly at: number } | { readonly value: Value | undefined };

/**
 * The keys of a document in an index, as MongoDB makes them: an array on the way gives one key per element, a missing
 * field counts as null, two different arrays in one compound index are refused (171).
 */
export function indexKeys(doc: Doc, fields: readonly IndexField[]): IndexKeys {
  const rows: (Value | undefined)[][] = [];
  const walks = fields.map((field) => ({ parts: field.parts, value: doc as Value, at: 0, element: false }));
  const multikey = expand(walks, fields, rows);
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

/** Adds the rows that these walks give; true when an array was taken apart. */
function expand(walks: Walk[], fields: readonly IndexField[], rows: (Value | undefined)[][]): boolean {
  const stops = walks.map(follow);
  let array: Value[] | undefined;
  let arrayField = -1;
  for (const [index, stop] of stops.entries()) {
    if (!('array' in stop)) continue;
    if (array && array !== stop.array) {
      throw new MongoServerFault(
        ErrorCode.CannotIndexParallelArrays,
        `cannot index parallel arrays [${fields[index]?.path}] [${fields[arrayField]?.path}]`,
      );
    }
    array = stop.array;
    arrayField = index;
  }
  if (!array) {
    rows.push(stops.map((stop) => ('value' in stop ? stop.value : undefined)));
    return false;
  }
  const elements: (Value | undefined)[] = array.length > 0 ? array : [undefined];
  for (const element of elements) {
    const next = walks.map((walk, index): Walk => {
      const stop = stops[index] as Stop;
      // An empty array at the end of a path is told from a missing field by the undefined type, as MongoDB does.
      const empty = 'array' in stop && element === undefined && stop.at === walk.parts.length;
      return 'array' in stop
        ? { parts: walk.parts, value: empty ? BsonUndefined.VALUE : element, at: stop.at, element: true }
        : { parts: walk.parts, value: stop.value, at: walk.parts.length, element: true };
    });
    expand(next, fields, rows);
  }
  return true;
}

/** Goes along a path until it ends, gets lost, or meets an array that must be taken apart. */
function follow(walk: Walk): Stop {
  let { value, at, element } = walk;
  while (at < walk.parts.length) {
    const part = walk.parts[at] as string;
    if (value instanceof Map) {
      value = value.get(part);
    } else if (Array.isArray(value)) {
      const position = arrayPosition(part);
      if (position !== undefined && position < value.length) value = elementAt(value, position, part);
      else if (element) return { value: undefined };
      else return { array: value, at };
    } else {
      return { value: undefined };
    }
    element = false;
    at += 1;
  }
  return Array.isArray(value) && !element ? { array: value, at } : { value };
}

function elementAt(array: Value[], position: number, part: string): Value | undefined {
  if (array.some((item) => item instanceof Map && item.has(part))) {
    throw new MongoServerFault(
      16746,
      `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${part}'`,
    );
  }
  return array[position];
}

function arrayPosition(part: string): number | undefined {
  return /^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : undefined;
}
