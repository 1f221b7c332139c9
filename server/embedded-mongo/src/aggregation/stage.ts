import type { Doc, Value } from '../values/value';

/** What stages need from outside. */
export interface PipelineContext {
  /** The documents of another collection of the same database whose `foreignField` equals the value. */
  lookup(collection: string, foreignField: string, value: Value): Iterable<Doc>;
  now: Date;
}

/** A compiled stage: documents in, documents out, one at a time where it can. */
export type Stage = (input: Iterable<Doc>, context: PipelineContext) => Iterable<Doc>;
