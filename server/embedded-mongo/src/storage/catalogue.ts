import { randomBytes } from 'node:crypto';
import { Binary, Int32 } from 'bson';
import { ErrorCode, MongoServerFault } from '../errors';
import { type CompiledFilter, compileFilter } from '../query/filter';
import { decodeDocument, encodeDocument } from '../values/codec';
import type { Doc, Value } from '../values/value';
import { FieldNames } from './field-names';
import type { IndexField } from './index-keys';
import {
  CATALOGUE_END,
  CATALOGUE_START,
  catalogueKey,
  documentPrefix,
  following,
  indexPrefix,
  metaKey,
  successor,
} from './keys';
import type { Store } from './store';

const LOADED_AT_ONCE = 1000;
const LAST_ID = metaKey('last id');

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

/** The collections and their indexes: in memory for reading, written through to the store. */
export class Catalogue {
  private readonly collections = new Map<string, Collection>();
  private lastId = 0;

  constructor(private readonly store: Store) {
    this.load();
  }

  /**
   * Reads the store again, after a transaction that failed to commit. What works with a collection or an index that is
   * still there goes on.
   */
  load(): void {
    const before = new Map([...this.collections.values()].map((collection) => [collection.id, collection]));
    this.collections.clear();
    const last = this.store.get(LAST_ID);
    this.lastId = last ? last.readUInt32BE(0) : 0;
    let start: Buffer = CATALOGUE_START;
    for (;;) {
      const entries = this.store.range({ start, end: CATALOGUE_END, limit: LOADED_AT_ONCE });
      for (const { key, value } of entries) {
        const entry = decodeDocument(value);
        const id = Number(entry.get('id'));
        const collection = before.get(id) ?? newCollection(id, entry);
        readInto(collection, entry);
        before.delete(id);
        this.collections.set(collection.namespace, collection);
        start = following(key);
      }
      if (entries.length === 0) break;
    }
    for (const collection of before.values()) collection.dropped = true;
  }

  find(database: string, name: string): Collection | undefined {
    return this.collections.get(`${database}.${name}`);
  }

  all(): Iterable<Collection> {
    return this.collections.values();
  }

  inDatabase(database: string): Collection[] {
    return [...this.collections.values()].filter((collection) => collection.database === database);
  }

  create(database: string, name: string, options: Doc): Collection {
    const id = this.nextId();
    const uuid = randomBytes(16);
    uuid[6] = ((uuid[6] as number) & 0x0f) | 0x40;
    uuid[8] = ((uuid[8] as number) & 0x3f) | 0x80;
    const collection = makeCollection(id, database, name, new Binary(uuid, Binary.SUBTYPE_UUID), options);
    collection.counted = { documents: 0, before: collection.end };
    this.collections.set(collection.namespace, collection);
    this.store.onRollback(() => {
      collection.dropped = true;
      this.collections.delete(collection.namespace);
    });
    this.store.insert(catalogueKey(id), encodeDocument(describeCollection(collection)));
    return collection;
  }

  /** Takes a collection out of the catalogue; its documents and index entries are the caller's to remove. */
  remove(collection: Collection): void {
    this.collections.delete(collection.namespace);
    collection.dropped = true;
    this.store.onRollback(() => {
      collection.dropped = false;
      this.collections.set(collection.namespace, collection);
    });
    const key = catalogueKey(collection.id);
    this.store.remove(key, this.store.get(key) as Buffer);
  }

  addIndex(collection: Collection, spec: Doc): Index {
    const index = makeIndex(this.nextId(), spec);
    collection.indexes.push(index);
    this.store.onRollback(() => removeFrom(collection.indexes, index));
    this.save(collection);
    return index;
  }

  /** Lets queries use an index from now on. */
  indexReady(collection: Collection, index: Index): void {
    index.ready = true;
    this.store.onRollback(() => {
      index.ready = false;
    });
    this.save(collection);
  }

  removeIndex(collection: Collection, index: Index): void {
    const position = collection.indexes.indexOf(index);
    collection.indexes.splice(position, 1);
    index.dropped = true;
    this.store.onRollback(() => {
      index.dropped = false;
      collection.indexes.splice(position, 0, index);
    });
    this.save(collection);
  }

  /** Sets one of the flags that are never unset again. */
  flag<Name extends string>(collection: Collection, owner: { [key in Name]: boolean }, name: Name): void {
    if (owner[name]) return;
    owner[name] = true;
    this.store.onRollback(() => {
      owner[name] = false;
    });
    this.save(collection);
  }

  /** Keeps the names of fields that a document has taught after the first `known`. */
  saveFieldNames(collection: Collection, known: number): void {
    if (collection.fieldNames.all.length === known) return;
    this.store.onRollback(() => collection.fieldNames.keep(known));
    this.save(collection);
  }

  private save(collection: Collection): void {
    const key = catalogueKey(collection.id);
    const old = this.store.get(key) as Buffer;
    this.store.replace(key, encodeDocument(describeCollection(collection)), old);
  }

  private nextId(): number {
    const old = this.store.get(LAST_ID);
    this.lastId += 1;
    const value = Buffer.allocUnsafe(4);
    value.writeUInt32BE(this.lastId, 0);
    if (old) this.store.replace(LAST_ID, value, old);
    else this.store.insert(LAST_ID, value);
    return this.lastId;
  }
}

function removeFrom<T>(list: T[], item: T): void {
  list.splice(list.indexOf(item), 1);
}

function makeCollection(
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
function makeIndex(id: number, spec: Doc): Index {
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

function describeCollection(collection: Collection): Doc {
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

function newCollection(id: number, entry: Doc): Collection {
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
function readInto(collection: Collection, entry: Doc): void {
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
