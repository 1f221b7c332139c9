import type { Plan } from '../planner/plan';
import type { CompiledFilter, FilterMatch } from '../query/filter';
import type { CompiledSort } from '../query/sort';
import { encodeDocument } from '../values/codec';
import type { Doc } from '../values/value';
import { type Batch, type BatchSource, MAX_BATCH_BYTES } from './cursors';
import type { Engine } from './engine';
import { type Hit, HitStream, hitOf } from './execute';
import { Sorter } from './sorting';
import type { Pace, Steps } from './steps';

/** A find, ready to run. */
export interface FindRequest {
  readonly plan: Plan;
  readonly filter: CompiledFilter;
  readonly sort: CompiledSort | undefined;
  readonly project: ((doc: Doc, match?: FilterMatch | null) => Doc) | undefined;
  readonly skip: number;
  /** Infinity for no limit. */
  readonly limit: number;
}

/** Collects one batch and knows when it is full. */
class BatchBuilder {
  readonly documents: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly limit: number) {}

  get full(): boolean {
    return this.documents.length >= this.limit || this.bytes >= MAX_BATCH_BYTES;
  }

  add(document: Buffer): void {
    this.documents.push(document);
    this.bytes += document.length;
  }
}

export function sourceOf(engine: Engine, request: FindRequest): BatchSource {
  return request.plan.sorted ? new StreamSource(engine, request) : new SortedSource(engine, request);
}

function output(request: FindRequest, hit: Hit): Buffer {
  return request.project ? encodeDocument(request.project(hit.doc, hit.match)) : hit.raw;
}

/** Documents in the order in which the plan finds them. */
class StreamSource implements BatchSource {
  private readonly stream: HitStream;
  private toSkip: number;
  private left: number;

  constructor(
    engine: Engine,
    private readonly request: FindRequest,
  ) {
    this.stream = new HitStream(engine, request.plan, request.filter);
    this.toSkip = request.skip;
    this.left = request.limit;
  }

  *fill(limit: number, pace: Pace): Steps<Batch> {
    const batch = new BatchBuilder(limit);
    if (batch.full || this.left === 0) return { documents: [], done: this.left === 0 };
    const more = yield* this.stream.visit(pace, (hit) => {
      if (this.toSkip > 0) {
        this.toSkip -= 1;
        return true;
      }
      batch.add(output(this.request, hit));
      this.left -= 1;
      return !batch.full && this.left > 0;
    });
    return { documents: batch.documents, done: !more || this.left === 0 };
  }
}

/** Documents that must be sorted first: finds them all, keeps their keys, reads them again batch by batch. */
class SortedSource implements BatchSource {
  private ids: Buffer[] | undefined;
  private position: number;

  constructor(
    private readonly engine: Engine,
    private readonly request: FindRequest,
  ) {
    this.position = request.skip;
  }

  *fill(limit: number, pace: Pace): Steps<Batch> {
    this.ids ??= yield* sortedIds(this.engine, pace, this.request);
    const { ids } = this;
    const { plan, filter } = this.request;
    const batch = new BatchBuilder(limit);
    while (!batch.full && this.position < ids.length) {
      const hit = hitOf(this.engine, plan.collection, ids[this.position] as Buffer, filter);
      this.position += 1;
      if (hit) batch.add(output(this.request, hit));
      if (pace.tired()) yield;
    }
    return { documents: batch.documents, done: this.position >= ids.length };
  }
}

/** The keys of all hits in the wanted order, up to the end of the limit. */
function* sortedIds(engine: Engine, pace: Pace, request: FindRequest): Steps<Buffer[]> {
  const sorter = new Sorter(request.sort as CompiledSort, request.skip + request.limit);
  yield* new HitStream(engine, request.plan, request.filter).visit(pace, (hit) => {
    sorter.add(hit.id, hit.doc);
    return true;
  });
  return yield* sorter.finish(pace);
}

/** All the documents of a request without skip and projection, decoded: the input of a pipeline. */
export function* documentsOf(engine: Engine, pace: Pace, request: FindRequest): Steps<Doc[]> {
  const { plan, filter, limit } = request;
  const documents: Doc[] = [];
  if (plan.sorted) {
    yield* new HitStream(engine, plan, filter).visit(pace, (hit) => {
      documents.push(hit.doc);
      return documents.length < limit;
    });
    return documents;
  }
  for (const id of yield* sortedIds(engine, pace, request)) {
    const hit = hitOf(engine, plan.collection, id, filter);
    if (hit) documents.push(hit.doc);
    if (pace.tired()) yield;
  }
  return documents;
}

/** Documents that are already there, such as the result of a pipeline. */
export class ListSource implements BatchSource {
  private position = 0;

  constructor(private readonly documents: readonly Buffer[]) {}

  // biome-ignore lint/correctness/useYield: a list never needs a rest
  *fill(limit: number): Steps<Batch> {
    const batch = new BatchBuilder(limit);
    while (!batch.full && this.position < this.documents.length) {
      batch.add(this.documents[this.position] as Buffer);
      this.position += 1;
    }
    return { documents: batch.documents, done: this.position >= this.documents.length };
  }
}
