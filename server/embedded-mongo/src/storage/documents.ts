import { Int32 } from 'bson';
import type { ChangeCounts } from '../change-counts';
import { ErrorCode, MongoServerFault } from '../errors';
import { encodeKey } from '../values/key';
import type { Doc, Value } from '../values/value';
import type { Catalogue } from './catalogue';
import type { Collection, Index } from './collection';
import { type IndexKeys, indexKeys } from './index-keys';
import { clip, documentKey, entryValue, idOfEntry, MAX_ID_BYTES } from './keys';
import { packDocument, unpackDocument } from './packing';
import { showValue } from './show-value';
import type { Store } from './store';

/** Up to so many keys are compared one by one. */
const FEW_KEYS = 8;

const ID_PATTERN: Doc = new Map([['_id', new Int32(1)]]);

/**
 * Writes documents together with their index entries. Every method checks everything that can fail before it writes
 * anything, so a fault leaves no trace.
 */
export class Documents {
  constructor(
    private readonly store: Store,
    private readonly catalogue: Catalogue,
    private readonly changes: ChangeCounts,
  ) {}

  read(collection: Collection, id: Buffer): Buffer | undefined {
    const stored = this.store.get(documentKey(collection.prefix, id));
    return stored && unpackDocument(stored, collection.fieldNames);
  }

  private pack(collection: Collection, raw: Buffer): Buffer {
    const known = collection.fieldNames.all.length;
    const packed = packDocument(raw, collection.fieldNames);
    this.catalogue.saveFieldNames(collection, known);
    return packed;
  }

  insert(collection: Collection, raw: Buffer, doc: Doc): void {
    const idValue = doc.get('_id') as Value;
    const whole = encodeKey([idValue]);
    const id = clip(whole, MAX_ID_BYTES);
    const key = documentKey(collection.prefix, id);
    if (this.store.has(key)) throw duplicate(collection, '_id_', ID_PATTERN, [idValue]);
    const entries = collection.indexes.map((index) => {
      const keys = this.keysOf(index, doc);
      if (keys && index.unique) this.checkUnique(collection, index, keys.keys, keys.values, id);
      return keys;
    });
    if (id !== whole) this.catalogue.flag(collection, collection, 'longIds');
    this.changes.note(collection.namespace, doc);
    this.store.insert(key, this.pack(collection, raw));
    const value = entryValue(id);
    for (const [position, index] of collection.indexes.entries()) {
      const keys = entries[position];
      if (!keys) continue;
      this.flag(collection, index, keys);
      for (const fields of keys.keys) this.store.insert(Buffer.concat([index.prefix, fields, id]), value);
    }
    this.adjustCount(collection, key, 1);
  }

  /** Replaces a document by one with the same `_id`. */
  replace(collection: Collection, id: Buffer, old: Stored, raw: Buffer, doc: Doc): void {
    const changes: { index: Index; added: Buffer[]; removed: Buffer[]; keys: IndexKeys | undefined }[] = [];
    for (const index of collection.indexes) {
      const before = this.keysOf(index, old.doc);
      const after = this.keysOf(index, doc);
      const [was, is] = [before?.keys ?? [], after?.keys ?? []];
      const [wasThere, isThere] = [among(was), among(is)];
      const added: Buffer[] = [];
      const values: Value[][] = [];
      for (const [position, key] of is.entries()) {
        if (wasThere(key)) continue;
        added.push(key);
        values.push(after?.values[position] as Value[]);
      }
      const removed = was.filter((key) => !isThere(key));
      if (index.unique) this.checkUnique(collection, index, added, values, id);
      changes.push({ index, added, removed, keys: after });
    }
    this.changes.note(collection.namespace, old.doc, doc);
    this.store.replace(documentKey(collection.prefix, id), this.pack(collection, raw), old.raw);
    const value = entryValue(id);
    for (const { index, added, removed, keys } of changes) {
      if (keys) this.flag(collection, index, keys);
      for (const key of removed) this.store.remove(Buffer.concat([index.prefix, key, id]), value);
      for (const key of added) this.store.insert(Buffer.concat([index.prefix, key, id]), value);
    }
  }

  remove(collection: Collection, id: Buffer, old: Stored): void {
    this.changes.note(collection.namespace, old.doc);
    const key = documentKey(collection.prefix, id);
    this.store.remove(key, old.raw);
    const value = entryValue(id);
    for (const index of collection.indexes) {
      for (const fields of this.keysOf(index, old.doc)?.keys ?? []) {
        this.store.remove(Buffer.concat([index.prefix, fields, id]), value);
      }
    }
    this.adjustCount(collection, key, -1);
  }

  /** Adds the entries of a document that was there before the index. */
  addToIndex(collection: Collection, index: Index, id: Buffer, doc: Doc): void {
    const keys = this.keysOf(index, doc);
    if (!keys) return;
    if (index.unique) this.checkUnique(collection, index, keys.keys, keys.values, id);
    this.flag(collection, index, keys);
    const value = entryValue(id);
    for (const key of keys.keys) this.store.insert(Buffer.concat([index.prefix, key, id]), value);
  }

  /** A document's keys in an index, or undefined when the index leaves it out. */
  private keysOf(index: Index, doc: Doc): IndexKeys | undefined {
    if (index.partial && !index.partial.matches(doc)) return undefined;
    const keys = indexKeys(doc, index.fields);
    return index.sparse && !keys.present ? undefined : keys;
  }

  private checkUnique(
    collection: Collection,
    index: Index,
    keys: Buffer[],
    values: Value[][],
    id: Buffer,
  ): void {
    for (const [position, key] of keys.entries()) {
      const start = Buffer.concat([index.prefix, key]);
      for (const entry of this.store.range({ start, end: afterAllIds(start), limit: 2 })) {
        if (idOfEntry(entry.key, entry.value).equals(id)) continue;
        if (entry.key.length - entry.value.readUInt16BE(0) !== start.length) continue;
        throw duplicate(collection, index.name, index.spec.get('key') as Doc, values[position] as Value[]);
      }
    }
  }

  private flag(collection: Collection, index: Index, keys: IndexKeys): void {
    if (keys.multikey) this.catalogue.flag(collection, index, 'multikey');
    if (keys.clipped) this.catalogue.flag(collection, index, 'clipped');
  }

  private adjustCount({ counted }: Collection, key: Buffer, by: number): void {
    if (!counted || key.compare(counted.before) >= 0) return;
    counted.documents += by;
    this.store.onRollback(() => {
      counted.documents -= by;
    });
  }
}

/** A stored document: its BSON, which may be packed in the store, and the decoded document. */
export interface Stored {
  readonly raw: Buffer;
  readonly doc: Doc;
}

/** Ids are encoded values, and no encoded value starts with ff. */
function afterAllIds(start: Buffer): Buffer {
  return Buffer.concat([start, Buffer.from([0xff])]);
}

function duplicate(
  collection: Collection,
  indexName: string,
  pattern: Doc,
  values: Value[],
): MongoServerFault {
  const keyValue: Doc = new Map();
  let position = 0;
  for (const path of pattern.keys()) {
    keyValue.set(path, values[position] as Value);
    position += 1;
  }
  const shown = [...keyValue].map(([path, value]) => `${path}: ${showValue(value)}`).join(', ');
  return new MongoServerFault(
    ErrorCode.DuplicateKey,
    `E11000 duplicate key error collection: ${collection.namespace} index: ${indexName} dup key: { ${shown} }`,
    {
      extra: new Map<string, Value>([
        ['keyPattern', pattern],
        ['keyValue', keyValue],
      ]),
    },
  );
}

/** Returns a test whether a key is one of these: each array of a document may have thousands. */
function among(keys: readonly Buffer[]): (key: Buffer) => boolean {
  if (keys.length <= FEW_KEYS) return (key) => keys.some((other) => other.equals(key));
  const texts = new Set(keys.map((key) => key.toString('latin1')));
  return (key) => texts.has(key.toString('latin1'));
}
