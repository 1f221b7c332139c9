import type { Doc, Value } from '../values/value';

/** What stages need from outside. */
export interface PipelineContext {
  /** The documents of another collection of the same database whose `foreignField` equals the value; and `REST`s. */
  lookup(collection: string, foreignField: string, value: Value): Iterable<Doc>;
  now: Date;
}

/**
 * Not a document: a place where a long pipeline may pause. The input has some among its documents, every stage passes
 * them on at once, and the reader of the output drops them.
 */
export const REST: Doc = new Map();

/** A compiled stage: documents in, documents out, one at a time where it can. */
export type Stage = (input: Iterable<Doc>, context: PipelineContext) => Iterable<Doc>;
