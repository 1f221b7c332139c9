import { type Binary, Int32 } from 'bson';
import { ErrorCode, MongoServerFault } from '../errors';
import { type CompiledFilter, compileFilter } from '../query/filter';
import type { Doc, Value } from '../values/value';
import { FieldNames } from './field-names';
import type { IndexField } from './index-keys';
import { documentPrefix, indexPrefix, successor } from './keys';

/** One index. `_id_` is not an entry of its own: the documents themselves are ordered by `_id`. */
export interface Index {
  readonly id: number;
  readonly prefix: Buffer;
  readonly end: Buffer;
  readonly name: string;
  readonly fields: readonly IndexField[];
  /** The specification as `listIndexes` shows it. */
  readonly spec: Doc;
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial: CompiledFilter | undefined;
  readonly expireAfterSeconds: number | undefined;
  /** Some document had an array on an indexed path; never unset. */
  multikey: boolean;
  /** Some key was too long to be kept whole; never unset. */
  clipped: boolean;
  /** The documents that were there before the index are in it: it may be used. */
  ready: boolean;
  /** It is gone: what still reads it must stop. */
  dropped: boolean;
}

/** So many documents have keys before this one. */
interface Counted {
  documents: number;
  before: Buffer;
}

/** One collection. */
export interface Collection {
  readonly id: number;
  readonly database: string;
  readonly name: string;
  readonly namespace: string;
  readonly uuid: Binary;
  readonly options: Doc;
  readonly prefix: Buffer;
  readonly end: Buffer;
  readonly indexes: Index[];
  /** The field names of its packed documents. */
  readonly fieldNames: FieldNames;
  /** Some `_id` was too long to be kept whole in its key; never unset. */
  longIds: boolean;
  /** What is known of its number of documents; kept up to date. */
  counted: Counted | undefined;
  /** It is gone: what still reads or writes it must stop. */
  dropped: boolean;
}

/** Throws 175 if a collection is gone. */
export function checkAlive(collection: Collection): void {
  if (!collection.dropped) return;
  throw new MongoServerFault(ErrorCode.QueryPlanKilled, `collection dropped: ${collection.namespace}`);
}

/** A collection in memory, without indexes yet. */
export function makeCollection(
  id: number,
  database: string,
  name: string,
  uuid: Binary,
  options: Doc,
  fieldNames = new FieldNames(),
): Collection {
  const prefix = documentPrefix(id);
  const namespace = `${database}.${name}`;
  const end = successor(prefix);
  return {
    id,
    database,
    name,
    namespace,
    uuid,
    options,
    prefix,
    end,
    indexes: [],
    fieldNames,
    longIds: false,
    counted: undefined,
    dropped: false,
  };
}

/** An index in memory from its specification ({v, key, name, unique …}). */
export function makeIndex(id: number, spec: Doc): Index {
  const prefix = indexPrefix(id);
  const fields: IndexField[] = [];
  for (const [path, direction] of spec.get('key') as Doc) {
    fields.push({ path, parts: path.split('.'), direction: Number(direction) < 0 ? -1 : 1 });
  }
  const partial = spec.get('partialFilterExpression');
  const expire = spec.get('expireAfterSeconds');
  return {
    id,
    prefix,
    end: successor(prefix),
    name: spec.get('name') as string,
    fields,
    spec,
    unique: spec.get('unique') === true,
    sparse: spec.get('sparse') === true,
    partial: partial instanceof Map ? compileFilter(partial) : undefined,
    expireAfterSeconds: expire === undefined ? undefined : Number(expire),
    multikey: false,
    clipped: false,
    ready: false,
    dropped: false,
  };
}

/** A collection's entry in the catalogue. */
export function describeCollection(collection: Collection): Doc {
  const indexes: Value[] = collection.indexes.map(
    (index) =>
      new Map<string, Value>([
        ['id', new Int32(index.id)],
        ['spec', index.spec],
        ['multikey', index.multikey],
        ['clipped', index.clipped],
        ['ready', index.ready],
      ]),
  );
  return new Map<string, Value>([
    ['id', new Int32(collection.id)],
    ['database', collection.database],
    ['name', collection.name],
    ['uuid', collection.uuid],
    ['options', collection.options],
    ['longIds', collection.longIds],
    ['indexes', indexes],
    ['fieldNames', [...collection.fieldNames.all]],
  ]);
}

/** A collection in memory from its entry; `readInto` gives it its flags and indexes. */
export function newCollection(id: number, entry: Doc): Collection {
  return makeCollection(
    id,
    entry.get('database') as string,
    entry.get('name') as string,
    entry.get('uuid') as Binary,
    entry.get('options') as Doc,
    new FieldNames(fieldNamesIn(entry)),
  );
}

/** Format 1 has none. */
const fieldNamesIn = (entry: Doc): readonly string[] => (entry.get('fieldNames') ?? []) as string[];

/** Gives a collection in memory the state that is stored. */
export function readInto(collection: Collection, entry: Doc): void {
  collection.fieldNames.keep(fieldNamesIn(entry).length);
  collection.longIds = entry.get('longIds') === true;
  collection.counted = undefined;
  const before = new Map(collection.indexes.splice(0).map((index) => [index.id, index]));
  for (const item of entry.get('indexes') as Doc[]) {
    const id = Number(item.get('id'));
    const index = before.get(id) ?? makeIndex(id, item.get('spec') as Doc);
    index.multikey = item.get('multikey') === true;
    index.clipped = item.get('clipped') === true;
    index.ready = item.get('ready') === true;
    before.delete(id);
    collection.indexes.push(index);
  }
  for (const index of before.values()) index.dropped = true;
}
