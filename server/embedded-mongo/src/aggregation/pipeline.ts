import { MongoServerFault } from '../errors';
import type { Doc, Value } from '../values/value';

export interface PipelineContext {
  /** The documents of another collection whose `foreignField` equals the value as a query would say. */
  lookup(collection: string, foreignField: string, value: Value): Iterable<Doc>;
  now: Date;
}

export interface CompiledPipeline {
  /** What may be answered by the planner before `run`: the run repeats none of it. */
  readonly leading: { filter?: Doc; sort?: Doc; limit?: number };
  run(input: Iterable<Doc>, context: PipelineContext): Iterable<Doc>;
}

/** Compiles a pipeline. */
export function compilePipeline(stages: Doc[]): CompiledPipeline {
  if (stages.length > 0) throw new MongoServerFault(238, 'aggregation is not ready');
  return { leading: {}, run: (input) => input };
}
