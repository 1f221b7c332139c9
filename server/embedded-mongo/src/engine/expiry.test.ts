import { Int32 } from 'bson';
import { runSteps, startTestEngine } from '../../test/support/engine';
import type { Collection } from '../storage/collection';
import { encodeDocument } from '../values/codec';
import { type Doc, doc, type Value } from '../values/value';
import type { Engine } from './engine';
import { expireDocuments } from './expiry';

let engine: Engine;
let close: () => Promise<void>;
beforeEach(() => {
  ({ engine, close } = startTestEngine());
});
afterEach(() => close());

const NOW = new Date('2030-01-01T00:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

function withTtl(spec: [string, Value][]): Collection {
  let collection: Collection | undefined;
  runSteps(engine, function* (pace) {
    collection = engine.catalogue.create('x', 'sessions', new Map());
    const index: Doc = doc(['v', new Int32(2)], ['key', doc(['at', new Int32(1)])], ['name', 'ttl'], ...spec);
    yield* engine.buildIndex(collection, index, pace);
  });
  return collection as Collection;
}

function insert(
  collection: Collection,
  id: number,
  at: Value | undefined,
  extra: [string, Value][] = [],
): void {
  const document = doc(
    ['_id', new Int32(id)],
    ...(at === undefined ? [] : [['at', at] as [string, Value]]),
    ...extra,
  );
  engine.store.transaction(() => engine.documents.insert(collection, encodeDocument(document), document));
}

it('removes documents whose date is over, and nothing that is no date', () => {
  const collection = withTtl([['expireAfterSeconds', new Int32(60)]]);
  insert(collection, 1, ago(61));
  insert(collection, 2, ago(60));
  insert(collection, 3, ago(59));
  insert(collection, 4, 'long ago');
  insert(collection, 5, undefined);
  insert(collection, 6, [ago(5), ago(100)]);
  insert(collection, 7, new Int32(0));
  expect(runSteps(engine, (pace) => expireDocuments(engine, NOW, pace))).toBe(3);
  expect(collection.counted?.documents).toBe(4);
  expect(runSteps(engine, (pace) => expireDocuments(engine, NOW, pace))).toBe(0);
});

it('keeps to the documents of a partial index', () => {
  const partial = doc(['done', true]);
  const collection = withTtl([
    ['expireAfterSeconds', new Int32(0)],
    ['partialFilterExpression', partial],
  ]);
  insert(collection, 1, ago(1), [['done', true]]);
  insert(collection, 2, ago(1), [['done', false]]);
  expect(runSteps(engine, (pace) => expireDocuments(engine, NOW, pace))).toBe(1);
  expect(collection.counted?.documents).toBe(1);
});
