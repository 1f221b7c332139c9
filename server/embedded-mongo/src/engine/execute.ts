import type { Plan } from '../planner/plan';
import { type Candidate, PlanReader } from '../planner/reader';
import type { CompiledFilter, FilterMatch } from '../query/filter';
import { type Collection, checkAlive } from '../storage/collection';
import { decodeDocument } from '../values/codec';
import type { Doc } from '../values/value';
import type { Engine } from './engine';
import type { Pace, Steps } from './steps';

/** A document that meets the filter, as it is right now. */
export interface Hit {
  readonly id: Buffer;
  readonly raw: Buffer;
  readonly doc: Doc;
  readonly match: FilterMatch;
}

/** The hits of a plan, one after another; it may be left and taken up again at any time. */
export class HitStream {
  private readonly reader: PlanReader;
  /** Candidates looked at so far. */
  examined = 0;
  private ahead: Candidate[] = [];
  private position = 0;

  constructor(
    engine: Engine,
    plan: Plan,
    private readonly filter: CompiledFilter,
  ) {
    this.reader = new PlanReader(engine.store, plan.collection, plan.access);
  }

  /** Calls `visit` with hit after hit until it returns false; returns false when there are no more. */
  *visit(pace: Pace, visit: (hit: Hit) => boolean): Steps<boolean> {
    for (;;) {
      if (this.position >= this.ahead.length) {
        this.ahead = this.reader.read();
        this.position = 0;
        if (this.ahead.length === 0) return false;
      }
      const candidate = this.ahead[this.position] as Candidate;
      this.position += 1;
      this.examined += 1;
      const hit = this.examine(candidate);
      if (hit && !visit(hit)) {
        this.sleep();
        return true;
      }
      if (pace.tired()) {
        this.sleep();
        yield;
      }
    }
  }

  private examine(candidate: Candidate): Hit | undefined {
    const raw = this.reader.fetch(candidate);
    if (!raw) return undefined;
    const doc = decodeDocument(raw);
    const match = this.filter.matches(doc);
    return match ? { id: candidate.id, raw, doc, match } : undefined;
  }

  /** Documents that were read ahead may change meanwhile: keeps only their keys. */
  private sleep(): void {
    this.ahead = this.ahead.slice(this.position).map(({ id }) => ({ id, stored: undefined }));
    this.position = 0;
  }
}

/** The document of an id, if it still meets the filter. Throws 175 if the collection is gone. */
export function hitOf(
  engine: Engine,
  collection: Collection,
  id: Buffer,
  filter: CompiledFilter,
): Hit | undefined {
  checkAlive(collection);
  const raw = engine.documents.read(collection, id);
  if (!raw) return undefined;
  const doc = decodeDocument(raw);
  const match = filter.matches(doc);
  return match ? { id, raw, doc, match } : undefined;
}
