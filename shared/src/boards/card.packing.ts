import type { StoredTask } from '../tasks/task.schema';

/** Available in browsers and Node.js; this package includes the types of neither. */
declare function btoa(bytes: string): string;
declare function atob(base64: string): string;

/**
 * Cards field by field, which is a third of their JSON, and compressed two thirds of it: field names appear once, and
 * similar values are adjacent.
 */
export interface PackedCards {
  count: number;
  /** By field name; each of these cards has exactly these fields. */
  fields: Record<string, PackedValues>;
}

/** The values of one field, in the order of the cards. */
type PackedValues =
  | unknown[]
  /** The same value for all. */
  | { all: unknown }
  /** Ids that are all different: their bytes, one after the other, in Base64. */
  | { uuids: string }
  /** Times in ISO 8601 with milliseconds (UTC): the first since 1970, the others relative to the previous one. */
  | { times: number[] };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Without its hyphens. */
const UUID_DIGITS = 32;

/** Of a time between the years 0 and 9999. Between more distant times, numbers lose milliseconds. */
const TIME_LENGTH = 24;

const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
const isNothing = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Packs cards; a card with other fields than the previous one begins a new pack. */
export function packCards(tasks: readonly StoredTask[]): PackedCards[] {
  const packs: PackedCards[] = [];
  let names: string[] = [];
  let from = 0;
  for (let at = 0; at <= tasks.length; at++) {
    const now = Object.keys(tasks[at] ?? {});
    const isAsBefore = now.length === names.length && now.every((name, index) => name === names[index]);
    if (isAsBefore) continue;
    if (at > from) packs.push(packAlike(tasks.slice(from, at), names));
    names = now;
    from = at;
  }
  return packs;
}

function packAlike(tasks: readonly StoredTask[], names: readonly string[]): PackedCards {
  const valuesOf = (name: string) => tasks.map((task) => task[name as keyof StoredTask]);
  return {
    count: tasks.length,
    fields: Object.fromEntries(names.map((name) => [name, packValues(valuesOf(name))])),
  };
}

function packValues(values: unknown[]): PackedValues {
  const [first] = values;
  if (values.every((value) => value === first || (isNothing(value) && isNothing(first))))
    return { all: first };
  if (values.every(isUuid) && new Set(values).size === values.length) return { uuids: base64Of(values) };
  return timesOf(values) ?? values;
}

function base64Of(ids: readonly string[]): string {
  const bytes = ids
    .join('')
    .replaceAll('-', '')
    .replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  return btoa(bytes);
}

function timesOf(values: readonly unknown[]): { times: number[] } | null {
  const times: number[] = [];
  let before = 0;
  for (const value of values) {
    const time = typeof value === 'string' && value.length === TIME_LENGTH ? Date.parse(value) : Number.NaN;
    // Other texts that parse as a time must survive unchanged.
    if (Number.isNaN(time) || new Date(time).toISOString() !== value) return null;
    times.push(time - before);
    before = time;
  }
  return { times };
}

/** The cards of packs, in their order. */
export function unpackCards(packs: readonly PackedCards[]): StoredTask[] {
  return packs.flatMap(({ count, fields }) => {
    const columns = Object.entries(fields).map(
      ([name, packed]) => [name, unpackValues(packed, count)] as const,
    );
    return Array.from({ length: count }, (_, index) => {
      const task: Record<string, unknown> = {};
      for (const [name, values] of columns) task[name] = values[index];
      return task as unknown as StoredTask;
    });
  });
}

function unpackValues(packed: PackedValues, count: number): readonly unknown[] {
  if (Array.isArray(packed)) return packed;
  if ('all' in packed) return new Array(count).fill(packed.all);
  if ('uuids' in packed) return idsOf(packed.uuids);
  let time = 0;
  return packed.times.map((since) => {
    time += since;
    return new Date(time).toISOString();
  });
}

/** Each byte in two digits. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function idsOf(base64: string): string[] {
  const hex = Array.from(atob(base64), (byte: string) => HEX[byte.charCodeAt(0)]).join('');
  const ids: string[] = [];
  for (let at = 0; at < hex.length; at += UUID_DIGITS) {
    const part = (from: number, end: number) => hex.slice(at + from, at + end);
    ids.push(`${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, UUID_DIGITS)}`);
  }
  return ids;
}
