import { planFor } from '../planner/plan-for';
import type { CompiledFilter } from '../query/filter';
import type { CompiledSort } from '../query/sort';
import type { Collection } from '../storage/collection';
import type { CompiledUpdate } from '../update/update';
import type { Doc, Value } from '../values/value';
import type { Engine } from './engine';
import { type Hit, HitStream, hitOf } from './execute';
import { newDocument, updatedBytes } from './new-document';
import { Sorter } from './sorting';
import type { Pace, Steps } from './steps';

/** Which documents a write is about. */
export interface Target {
  readonly collection: Collection;
  readonly filter: CompiledFilter;
  readonly sort: CompiledSort | undefined;
  readonly hint: Value | undefined;
}

/** The first document that meets the filter. When this returns, it is as the store has it: no rest in between. */
export function* firstHit(engine: Engine, target: Target, pace: Pace): Steps<Hit | undefined> {
  const { collection, filter, sort, hint } = target;
  const plan = planFor(collection, filter, sort, hint);
  if (plan.sorted) {
    let first: Hit | undefined;
    yield* new HitStream(engine, plan, filter).visit(pace, (hit) => {
      first = hit;
      return false;
    });
    return first;
  }
  for (;;) {
    const sorter = new Sorter(sort as CompiledSort, 1);
    yield* new HitStream(engine, plan, filter).visit(pace, (hit) => {
      sorter.add(hit.id, hit.doc);
      return true;
    });
    const [id] = yield* sorter.finish(pace);
    if (!id) return undefined;
    // Someone may have changed it during a rest: then the search starts again.
    const hit = hitOf(engine, collection, id, filter);
    if (hit) return hit;
  }
}

/** The keys of all documents that meet the filter: a multi-write finds its documents before it changes any. */
export function* allIds(engine: Engine, target: Target, pace: Pace): Steps<Buffer[]> {
  const plan = planFor(target.collection, target.filter, undefined, target.hint);
  const ids: Buffer[] = [];
  yield* new HitStream(engine, plan, target.filter).visit(pace, (hit) => {
    ids.push(hit.id);
    return true;
  });
  return ids;
}

/** Applies an update to one document; returns the new one, or undefined if nothing changed. */
export function updateHit(
  engine: Engine,
  collection: Collection,
  hit: Hit,
  update: CompiledUpdate,
  now: Date,
): Doc | undefined {
  let isRewritten = false;
  const doc = update.apply(hit.doc, hit.match, now, () => {
    isRewritten = true;
  });
  if (doc === hit.doc) return undefined;
  const raw = updatedBytes(doc);
  if (!isRewritten && raw.equals(hit.raw)) return undefined;
  engine.documents.replace(collection, hit.id, hit, raw, doc);
  return doc;
}

/** Inserts the document that an upsert derives from filter and update. */
export function insertUpsert(
  engine: Engine,
  collection: Collection,
  filter: CompiledFilter,
  update: CompiledUpdate,
  now: Date,
): Doc {
  const prepared = newDocument(update.upsert(filter, now));
  engine.documents.insert(collection, prepared.raw, prepared.doc);
  return prepared.doc;
}

/** Removes the documents of these ids that still meet the filter; returns how many. */
export function* removeAll(
  engine: Engine,
  { collection, filter }: Pick<Target, 'collection' | 'filter'>,
  ids: readonly Buffer[],
  pace: Pace,
): Steps<number> {
  let removed = 0;
  for (const id of ids) {
    const hit = hitOf(engine, collection, id, filter);
    if (hit) {
      engine.documents.remove(collection, id, hit);
      removed += 1;
    }
    if (pace.tired()) yield;
  }
  return removed;
}
