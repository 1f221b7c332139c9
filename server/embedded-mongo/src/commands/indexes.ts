import { Int32 } from 'bson';
import { ListSource } from '../engine/sources';
import type { Steps } from '../engine/steps';
import { badValue, ErrorCode, MongoServerFault } from '../errors';
import { type Collection, checkAlive, type Index } from '../storage/collection';
import { encodeDocument } from '../values/codec';
import { type Doc, isDoc, type Value } from '../values/value';
import { type Call, type Command, collectionName, ensured, existing, immediate } from './command';
import { cursorBatchSize, firstBatch } from './find';
import { ID_INDEX, indexSpec, isIdKey } from './index-spec';
import { ok } from './reply';

export const createIndexes: Command = {
  names: ['createIndexes'],
  writes: () => true,
  *run(call) {
    const name = collectionName(call);
    const args = call.args.only('indexes', 'commitQuorum', 'ignoreUnknownIndexOptions');
    const given = args.documents('indexes');
    if (!given || given.length === 0) throw badValue('Must specify at least one index to create');
    const specs = given.map(indexSpec).filter((spec) => spec !== undefined);
    const created = !existing(call, name);
    const collection = ensured(call, name);
    const before = collection.indexes.length + 1;
    // None is built if one cannot be.
    const all = collection.indexes.map((index) => index.spec);
    for (const spec of specs) if (!sameAmong(all, spec)) all.push(spec);
    let built = 0;
    for (const spec of specs) if (yield* ensureIndex(call, collection, spec)) built += 1;
    return ok(
      ['numIndexesBefore', new Int32(before)],
      ['numIndexesAfter', new Int32(collection.indexes.length + 1)],
      ['createdCollectionAutomatically', created],
      ...(built === 0 ? ([['note', 'all indexes already exist']] as [string, Value][]) : []),
    );
  },
};

/** Builds an index that is not there; one that another command builds is waited for. True if it was built here. */
function* ensureIndex({ engine, pace }: Call, collection: Collection, spec: Doc): Steps<boolean> {
  for (;;) {
    checkAlive(collection);
    const same = sameAmong(
      collection.indexes.map((index) => index.spec),
      spec,
    );
    const index = collection.indexes.find((one) => one.spec === same);
    if (!index) {
      yield* engine.buildIndex(collection, spec, pace);
      return true;
    }
    if (index.ready) return false;
    if (!engine.isBuilding(index)) engine.dropIndex(collection, index);
    else {
      pace.over();
      yield;
    }
  }
}

/** The specification of the very same index, if there is one; throws 85 or 86 if one is in its way. */
function sameAmong(others: readonly Doc[], spec: Doc): Doc | undefined {
  const wanted = encodeDocument(comparable(spec));
  for (const other of others) {
    const name = other.get('name') as string;
    const sameName = name === spec.get('name');
    const sameKey = sameIndex(other, spec);
    if (sameName && !sameKey) {
      throw new MongoServerFault(
        ErrorCode.IndexKeySpecsConflict,
        `An existing index has the same name as the requested index, with another key: ${name}`,
      );
    }
    if (!sameKey) continue;
    if (!sameName) {
      throw new MongoServerFault(
        ErrorCode.IndexOptionsConflict,
        `Index already exists with a different name: ${name}`,
      );
    }
    if (encodeDocument(comparable(other)).equals(wanted)) return other;
    throw new MongoServerFault(
      ErrorCode.IndexOptionsConflict,
      `An equivalent index already exists with the same name but different options: ${name}`,
    );
  }
  return undefined;
}

/** Same fields in the same order and directions, the same partial filter, unique and sparse alike. */
function sameIndex(a: Doc, b: Doc): boolean {
  const essence = (spec: Doc): Buffer =>
    encodeDocument(
      new Map<string, Value>([
        ['key', directions(spec.get('key') as Doc)],
        ['partial', spec.get('partialFilterExpression') ?? null],
        ['unique', spec.get('unique') === true],
        ['sparse', spec.get('sparse') === true],
      ]),
    );
  return essence(a).equals(essence(b));
}

function directions(key: Doc): Doc {
  return new Map([...key].map(([path, direction]) => [path, new Int32(Number(direction) < 0 ? -1 : 1)]));
}

function comparable(spec: Doc): Doc {
  const expire = spec.get('expireAfterSeconds');
  return new Map([['expire', expire === undefined ? null : new Int32(Number(expire))]]);
}

export const listIndexes: Command = {
  names: ['listIndexes'],
  writes: () => false,
  *run(call): Steps<Buffer> {
    const name = collectionName(call);
    const args = call.args.only('cursor');
    const collection = needed(call, name);
    const documents = [ID_INDEX, ...collection.indexes.map((index) => index.spec)].map(encodeDocument);
    const batchSize = cursorBatchSize(args);
    return yield* firstBatch(call, name, new ListSource(documents), { batchSize, singleBatch: false, args });
  },
};

export const dropIndexes = immediate(
  ['dropIndexes', 'deleteIndexes'],
  (call) => {
    const name = collectionName(call);
    const args = call.args.only('index');
    const collection = needed(call, name);
    const before = collection.indexes.length + 1;
    for (const index of indexesToDrop(collection, args.requiredValue('index'))) {
      call.engine.dropIndex(collection, index);
    }
    return ok(['nIndexesWas', new Int32(before)]);
  },
  { writes: true },
);

function indexesToDrop(collection: Collection, which: Value): Index[] {
  if (which === '*') return [...collection.indexes];
  const names = Array.isArray(which) ? which : [which];
  return names.map((one) => {
    if (one === '_id_' || isIdKey(one)) {
      throw new MongoServerFault(ErrorCode.InvalidOptions, 'cannot drop _id index');
    }
    const found = collection.indexes.find((index) =>
      isDoc(one)
        ? encodeDocument(directions(index.spec.get('key') as Doc)).equals(encodeDocument(directions(one)))
        : index.name === one,
    );
    if (found) return found;
    throw new MongoServerFault(
      ErrorCode.IndexNotFound,
      isDoc(one) ? "can't find index with the given key" : `index not found with name [${String(one)}]`,
    );
  });
}

function needed(call: Call, name: string): Collection {
  const collection = existing(call, name);
  if (collection) return collection;
  throw new MongoServerFault(
    ErrorCode.NamespaceNotFound,
    `ns does not exist: ${call.request.database}.${name}`,
  );
}
