import { Int32 } from 'bson';
import { numbered, runSteps, startTestEngine } from '../../test/support/engine';
import type { Collection } from '../storage/collection';
import { decodeDocument, encodeDocument } from '../values/codec';
import { encodeKey } from '../values/key';
import { doc } from '../values/value';
import { Engine } from './engine';

const DOCUMENTS = 300;
const EVERYTHING = { start: Buffer.from([2]), end: Buffer.from([4]), limit: DOCUMENTS * 4 };

let engine: Engine;
let close: () => Promise<void>;
let collection: Collection;

beforeEach(() => {
  ({ engine, close } = startTestEngine());
  collection = numbered(engine, DOCUMENTS);
});
afterEach(() => close());

/** The engine as the next start finds it, after a crash at this point. */
function afterCrash(): Engine {
  const next = new Engine(engine.store, 'the same folder');
  next.recover();
  return next;
}

it('removes an index whose building a crash interrupted', async () => {
  const spec = doc(['v', new Int32(2)], ['key', doc(['n', new Int32(1)])], ['name', 'n_1']);
  engine.store.transaction(() => {
    const index = engine.catalogue.addIndex(collection, spec);
    const document = doc(['_id', new Int32(DOCUMENTS)], ['n', new Int32(1)]);
    engine.documents.insert(collection, encodeDocument(document), document);
    expect(index.ready).toBe(false);
  });
  expect(engine.store.keys(EVERYTHING)).toHaveLength(DOCUMENTS + 2);
  const next = afterCrash();
  await next.scheduler.idle();
  expect(next.catalogue.find('x', 'y')?.indexes).toEqual([]);
  expect(next.store.keys(EVERYTHING)).toHaveLength(DOCUMENTS + 1);
});

it('sweeps a dropped collection also after a crash', async () => {
  engine.store.transaction(() => {
    engine.catalogue.remove(collection);
    engine.garbage.add(collection.prefix);
  });
  expect(engine.store.keys(EVERYTHING)).toHaveLength(DOCUMENTS);
  const next = afterCrash();
  expect(next.catalogue.find('x', 'y')).toBeUndefined();
  await next.scheduler.idle();
  expect(next.store.keys(EVERYTHING)).toEqual([]);
  expect(next.garbage.waiting).toBe(false);
});

it('counts again after a start and keeps the count afterwards', () => {
  const next = afterCrash();
  const again = next.catalogue.find('x', 'y') as Collection;
  const count = () => runSteps(next, (pace) => next.countOf(again, pace));
  expect(count()).toBe(DOCUMENTS);
  const document = doc(['_id', new Int32(-1)]);
  next.store.transaction(() => next.documents.insert(again, encodeDocument(document), document));
  expect(count()).toBe(DOCUMENTS + 1);
});

describe('names of fields', () => {
  const document = (id: number, name: string) => doc(['_id', new Int32(id)], [name, new Int32(1)]);
  const insert = (id: number, name: string) =>
    engine.documents.insert(collection, encodeDocument(document(id, name)), document(id, name));
  const read = (from: Engine, id: number) => {
    const found = from.documents.read(
      from.catalogue.find('x', 'y') as Collection,
      encodeKey([new Int32(id)]),
    );
    return found && [...decodeDocument(found).keys()];
  };

  it('are forgotten with the step that taught them', () => {
    const failing = () => {
      insert(-1, 'lost');
      throw new Error('later in the step');
    };
    engine.store.transaction(() => {
      expect(() => engine.store.step(failing)).toThrow('later in the step');
      insert(-2, 'kept');
    });
    expect(collection.fieldNames.all).toEqual(['_id', 'n', 'kept']);
    expect(read(afterCrash(), -1)).toBeUndefined();
    expect(read(afterCrash(), -2)).toEqual(['_id', 'kept']);
  });

  it('are forgotten with a transaction that failed, also by who still holds the collection', () => {
    const failing = () => {
      insert(-1, 'lost');
      throw new Error('no commit');
    };
    expect(() => engine.store.transaction(failing)).toThrow('no commit');
    expect(collection.fieldNames.all).toContain('lost');
    engine.catalogue.load();
    expect(collection.fieldNames.all).toEqual(['_id', 'n']);
    engine.store.transaction(() => {
      const now = engine.catalogue.find('x', 'y') as Collection;
      engine.documents.insert(now, encodeDocument(document(-2, 'kept')), document(-2, 'kept'));
    });
    const held = engine.documents.read(collection, encodeKey([new Int32(-2)])) as Buffer;
    expect([...decodeDocument(held).keys()]).toEqual(['_id', 'kept']);
    expect(read(afterCrash(), -2)).toEqual(['_id', 'kept']);
  });
});
