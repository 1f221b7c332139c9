import { choosePlan } from '../planner/choose';
import { compileFilter } from '../query/filter';
import type { Collection, Index } from '../storage/collection';
import type { Engine } from './engine';
import { HitStream } from './execute';
import { removeAll } from './modify';
import type { Pace, Steps } from './steps';

/** How often TTL indexes are swept; MongoDB's own pace. */
export const EXPIRY_SWEEP_MS = 60_000;

/** True if any collection has a TTL index: mostly there is nothing to sweep. */
export function hasTtlIndex(engine: Engine): boolean {
  for (const collection of engine.catalogue.all()) {
    if (collection.indexes.some((index) => index.expireAfterSeconds !== undefined)) return true;
  }
  return false;
}

/** Removes the documents whose time has come by the TTL indexes. Only dates expire. */
export function* expireDocuments(engine: Engine, now: Date, pace: Pace): Steps<number> {
  let removed = 0;
  const due: [Collection, Index][] = [];
  for (const collection of engine.catalogue.all()) {
    for (const index of collection.indexes) {
      if (index.ready && index.expireAfterSeconds !== undefined) due.push([collection, index]);
    }
  }
  for (const [collection, index] of due) {
    const path = index.fields[0]?.path as string;
    const limit = new Date(now.getTime() - (index.expireAfterSeconds as number) * 1000);
    const filter = compileFilter(new Map([[path, new Map([['$lte', limit]])]]));
    const plan = choosePlan(collection, filter.ast, [], { index });
    const ids: Buffer[] = [];
    yield* new HitStream(engine, plan, filter).visit(pace, (hit) => {
      ids.push(hit.id);
      return true;
    });
    removed += yield* removeAll(engine, { collection, filter }, ids, pace);
  }
  return removed;
}
