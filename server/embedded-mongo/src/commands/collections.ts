import { Double, Int32, Long } from 'bson';
import { ListSource } from '../engine/sources';
import { ErrorCode, MongoServerFault } from '../errors';
import { compileFilter } from '../query/filter';
import type { Collection } from '../storage/collection';
import { encodeDocument } from '../values/codec';
import type { Doc, Value } from '../values/value';
import {
  type Command,
  collectionName,
  createCollection,
  existing,
  immediate,
  refuse,
  refuseCollation,
} from './command';
import { cursorBatchSize, firstBatch } from './find';
import { ID_INDEX } from './index-spec';
import { ok } from './reply';

/** What a collection may be in MongoDB, and is never here. */
const UNSUPPORTED = [
  'capped',
  'size',
  'max',
  'timeseries',
  'expireAfterSeconds',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'storageEngine',
  'validator',
  'validationLevel',
  'validationAction',
  'indexOptionDefaults',
  'viewOn',
  'pipeline',
  'encryptedFields',
] as const;

export const create = immediate(
  ['create'],
  (call) => {
    const name = collectionName(call);
    const args = call.args.only(...UNSUPPORTED, 'autoIndexId', 'idIndex', 'collation');
    refuse(args, ...UNSUPPORTED);
    refuseCollation(args);
    // Creating an existing collection with the same (no) options is no error since MongoDB 7.
    if (!existing(call, name)) createCollection(call, name, new Map());
    return ok();
  },
  { writes: true },
);

export const drop = immediate(
  ['drop'],
  (call) => {
    const name = collectionName(call);
    call.args.only();
    const collection = existing(call, name);
    // Since 7.0 dropping an unknown collection is no error.
    if (!collection) return ok();
    call.engine.dropCollection(collection);
    return ok(['nIndexesWas', new Int32(collection.indexes.length + 1)], ['ns', collection.namespace]);
  },
  { writes: true },
);

export const dropDatabase = immediate(
  ['dropDatabase'],
  (call) => {
    call.args.only();
    const collections = call.engine.catalogue.inDatabase(call.request.database);
    for (const collection of collections) call.engine.dropCollection(collection);
    return collections.length > 0 ? ok(['dropped', call.request.database]) : ok();
  },
  { writes: true },
);

export const listCollections: Command = {
  names: ['listCollections'],
  writes: () => false,
  *run(call) {
    const args = call.args.only('filter', 'nameOnly', 'cursor', 'authorizedCollections');
    const filter = compileFilter(args.document('filter') ?? new Map());
    const nameOnly = args.bool('nameOnly');
    const documents: Buffer[] = [];
    const collections = call.engine.catalogue.inDatabase(call.request.database);
    for (const collection of collections.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const description = describe(collection);
      if (!filter.matches(description)) continue;
      documents.push(encodeDocument(nameOnly ? shortened(description) : description));
    }
    const batchSize = cursorBatchSize(args);
    const source = new ListSource(documents);
    return yield* firstBatch(call, '$cmd.listCollections', source, { batchSize, singleBatch: false, args });
  },
};

function describe(collection: Collection): Doc {
  return new Map<string, Value>([
    ['name', collection.name],
    ['type', 'collection'],
    ['options', collection.options],
    [
      'info',
      new Map<string, Value>([
        ['readOnly', false],
        ['uuid', collection.uuid],
      ]),
    ],
    ['idIndex', ID_INDEX],
  ]);
}

function shortened(description: Doc): Doc {
  return new Map<string, Value>([
    ['name', description.get('name') as Value],
    ['type', 'collection'],
  ]);
}

export const listDatabases: Command = {
  names: ['listDatabases'],
  writes: () => false,
  *run(call) {
    const { engine, pace, request } = call;
    if (request.database !== 'admin') {
      throw new MongoServerFault(
        ErrorCode.Unauthorized,
        'listDatabases may only be run against the admin database.',
      );
    }
    const args = call.args.only('filter', 'nameOnly', 'authorizedDatabases');
    const filter = compileFilter(args.document('filter') ?? new Map());
    const nameOnly = args.bool('nameOnly');
    const names = new Set<string>();
    for (const collection of engine.catalogue.all()) names.add(collection.database);
    const databases: Doc[] = [];
    for (const name of [...names].sort()) {
      const size = yield* engine.sizeOf(pace, name);
      const description: Doc = new Map<string, Value>([
        ['name', name],
        ['sizeOnDisk', Long.fromNumber(size)],
        ['empty', false],
      ]);
      if (!filter.matches(description)) continue;
      databases.push(nameOnly ? new Map([['name', name]]) : description);
    }
    return nameOnly
      ? ok(['databases', databases])
      : ok(['databases', databases], ['totalSize', new Double(yield* engine.sizeOf(pace))]);
  },
};
