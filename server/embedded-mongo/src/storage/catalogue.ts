import { randomBytes } from 'node:crypto';
import { Binary } from 'bson';
import { decodeDocument, encodeDocument } from '../values/codec';
import type { Doc } from '../values/value';
import {
  type Collection,
  describeCollection,
  type Index,
  makeCollection,
  makeIndex,
  newCollection,
  readInto,
} from './collection';
import { CATALOGUE_END, CATALOGUE_START, catalogueKey, following, metaKey } from './keys';
import type { Store } from './store';

const LOADED_AT_ONCE = 1000;
const LAST_ID = metaKey('last id');

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
