import { rmSync } from 'node:fs';
import { Int32 } from 'bson';
import { Engine } from '../../src/engine/engine';
import { Pace, type Steps } from '../../src/engine/steps';
import type { Collection } from '../../src/storage/collection';
import { openStore } from '../../src/storage/open';
import { encodeDocument } from '../../src/values/codec';
import { doc } from '../../src/values/value';
import { temporaryFolder } from './database';

/** An engine in this very thread, unsynced, in a folder of its own. */
export function startTestEngine(): { engine: Engine; close(): Promise<void> } {
  const folder = temporaryFolder();
  const store = openStore(folder, { relaxed: true });
  return {
    engine: new Engine(store, folder),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Does all steps of some work, each in a transaction of its own as the scheduler would. */
export function runSteps<T>(engine: Engine, work: (pace: Pace) => Steps<T>): T {
  const pace = new Pace(true);
  const steps = work(pace);
  for (;;) {
    let result: IteratorResult<void, T> | undefined;
    engine.store.transaction(() => {
      pace.begin();
      result = engine.store.step(() => steps.next());
    });
    if (result?.done) return result.value;
  }
}

/** A new collection with the documents `{_id: n, n}` for all n below `count`. */
export function numbered(engine: Engine, count: number): Collection {
  let collection!: Collection;
  engine.store.transaction(() => {
    collection = engine.catalogue.create('x', 'y', new Map());
    for (let n = 0; n < count; n += 1) {
      const document = doc(['_id', new Int32(n)], ['n', new Int32(n)]);
      engine.documents.insert(collection, encodeDocument(document), document);
    }
  });
  return collection;
}
