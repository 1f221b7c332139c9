import { createHash } from 'node:crypto';

/**
 * Layout of the key space (numbers big-endian, so that byte order is numeric order):
 *   00 name                                   facts about the file: format version, last id given out
 *   01 name                                   catalogue: one BSON document per collection, never packed
 *   02 collection(4) id                       a document, packed (packing.ts) or as BSON; id = memcomparable _id
 *   03 index(4) fields id                     an index entry; value = length of id (2 bytes)
 */
const META = 0;
const CATALOGUE = 1;
const DOCUMENT = 2;
const INDEX = 3;

/** LMDB keys end at 1,978 bytes: 5 of prefix, and the two parts below. */
export const MAX_FIELDS_BYTES = 1000;
export const MAX_ID_BYTES = 900;
const HASH_BYTES = 16;

export const PREFIX_BYTES = 5;

/**
 * Shortens a part of a key that is too long: its beginning, then a hash of the whole. Equal parts stay equal and
 * different ones different; only the order among parts with the same long beginning is lost.
 */
export function clip(part: Buffer, limit: number): Buffer {
  if (part.length <= limit) return part;
  const hash = createHash('sha256').update(part).digest().subarray(0, HASH_BYTES);
  return Buffer.concat([part.subarray(0, limit - HASH_BYTES), hash]);
}

/** What of a bound can be compared with clipped keys: they are true up to where their hash begins. */
export function clippedBound(part: Buffer, limit: number): Buffer {
  return part.length <= limit - HASH_BYTES ? part : part.subarray(0, limit - HASH_BYTES);
}

export function metaKey(name: string): Buffer {
  return Buffer.concat([Buffer.from([META]), Buffer.from(name)]);
}

export function catalogueKey(collectionId: number): Buffer {
  return prefixed(CATALOGUE, collectionId);
}

export const CATALOGUE_START = Buffer.from([CATALOGUE]);
export const CATALOGUE_END = Buffer.from([CATALOGUE + 1]);

/** Everything of one collection's documents starts with this. */
export function documentPrefix(collectionId: number): Buffer {
  return prefixed(DOCUMENT, collectionId);
}

/** Everything of one index starts with this. */
export function indexPrefix(indexId: number): Buffer {
  return prefixed(INDEX, indexId);
}

/** Key of a document by its (already clipped) id. */
export function documentKey(prefix: Buffer, id: Buffer): Buffer {
  return Buffer.concat([prefix, id]);
}

/** The id at the end of an index entry. */
export function idOfEntry(key: Buffer, value: Buffer): Buffer {
  return key.subarray(key.length - value.readUInt16BE(0));
}

/** Value of an index entry. */
export function entryValue(id: Buffer): Buffer {
  const value = Buffer.allocUnsafe(2);
  value.writeUInt16BE(id.length, 0);
  return value;
}

/** The first key after all keys that start with `prefix`. */
export function successor(prefix: Buffer): Buffer {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length -= 1;
  const next = Buffer.from(prefix.subarray(0, length));
  if (length > 0) next[length - 1] = (next[length - 1] as number) + 1;
  return next;
}

/** The key right after `key`. */
export function following(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.from([0])]);
}

function prefixed(kind: number, id: number): Buffer {
  const key = Buffer.allocUnsafe(PREFIX_BYTES);
  key[0] = kind;
  key.writeUInt32BE(id, 1);
  return key;
}
