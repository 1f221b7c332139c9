import { Int32 } from 'bson';
import { MongoServerFault } from '../errors';
import { compileAggregateProjection } from '../projection/projection';
import { compileFilter } from '../query/filter';
import { compileSort } from '../query/sort';
import { numberOf } from '../values/number';
import { show } from '../values/show';
import { type Doc, isDoc, isNumber, type Value } from '../values/value';
import { groupStage } from './group';
import { lookupStage } from './lookup';
import { type PipelineContext, REST, type Stage } from './stage';
import { unwindStage } from './unwind';

export { type PipelineContext, REST } from './stage';

export interface CompiledPipeline {
  /**
   * Work that the planner may do before `run` to read fewer documents: filter, then sort, then keep the first `limit`.
   * `run` repeats all of it, so that doing nothing is right as well.
   */
  readonly leading: { filter?: Doc; sort?: Doc; limit?: number };
  /** `REST`s in the input come out again at the places where the pipeline may pause. */
  run(input: Iterable<Doc>, context: PipelineContext): Iterable<Doc>;
}

const STAGES = new Map<string, (spec: Value) => Stage>([
  ['$match', matchStage],
  ['$sort', sortStage],
  ['$skip', skipStage],
  ['$limit', limitStage],
  ['$project', projectStage],
  ['$group', groupStage],
  ['$count', countStage],
  ['$unwind', unwindStage],
  ['$lookup', lookupStage],
]);

/**
 * Compiles an aggregation pipeline.
 * @throws MongoServerFault 40324 for a stage that is unknown or not supported, and MongoDB's codes for bad operands.
 */
export function compilePipeline(stages: Doc[]): CompiledPipeline {
  const compiled = stages.map((stage) => {
    const [name, spec] = [...stage][0] ?? ['', null];
    if (stage.size !== 1) {
      throw new MongoServerFault(
        40323,
        'A pipeline stage specification object must contain exactly one field.',
      );
    }
    const create = STAGES.get(name);
    if (!create) throw new MongoServerFault(40324, `Unrecognized pipeline stage name: '${name}'`);
    return create(spec);
  });
  // Of sorts in a row only the last one counts, and only that one can fail, as in MongoDB.
  const isOverruled = (at: number) => stages[at]?.has('$sort') && stages[at + 1]?.has('$sort');
  const carriedOut = compiled.filter((_, at) => !isOverruled(at));
  return {
    leading: leadingOf(stages.filter((_, at) => !isOverruled(at))),
    run: (input, context) => carriedOut.reduce((documents, stage) => stage(documents, context), input),
  };
}

/** `$match` stages, then at most one `$sort`, then `$skip` and `$limit`, from the start of the pipeline. */
function leadingOf(stages: readonly Doc[]): CompiledPipeline['leading'] {
  const leading: CompiledPipeline['leading'] = {};
  const filters: Doc[] = [];
  let at = 0;
  const next = (name: string) => stages[at]?.get(name);
  for (let filter = next('$match'); isDoc(filter); filter = next('$match')) {
    filters.push(filter);
    at += 1;
  }
  const [first] = filters;
  if (first) leading.filter = filters.length === 1 ? first : new Map([['$and', filters]]);
  const sort = next('$sort');
  if (isDoc(sort)) {
    leading.sort = sort;
    at += 1;
  }
  let skipped = 0;
  for (let skip = next('$skip'); isNumber(skip); skip = next('$skip')) {
    skipped += numberOf(skip);
    at += 1;
  }
  const limit = next('$limit');
  if (isNumber(limit)) leading.limit = skipped + numberOf(limit);
  return leading;
}

function matchStage(spec: Value): Stage {
  if (!isDoc(spec)) throw new MongoServerFault(15959, 'the match filter must be an expression in an object');
  const filter = compileFilter(spec);
  return function* (input) {
    for (const doc of input) if (doc === REST || filter.matches(doc)) yield doc;
  };
}

function sortStage(spec: Value): Stage {
  if (!isDoc(spec)) throw new MongoServerFault(15973, 'the $sort key specification must be an object');
  if (spec.size === 0) throw new MongoServerFault(15976, '$sort stage must have at least one sort key');
  const sort = compileSort(spec);
  return function* (input) {
    const docs: Doc[] = [];
    for (const doc of input) {
      if (doc === REST) yield doc;
      else docs.push(doc);
    }
    yield* sort.order(docs);
  };
}

function wholeNumber(stage: string, code: number, value: Value): number {
  const fail = (why: string) =>
    new MongoServerFault(code, `invalid argument to ${stage} stage: ${why}: ${stage}: ${show(value)}`);
  if (!isNumber(value)) throw fail('Expected a number in');
  const number = numberOf(value);
  if (!Number.isInteger(number)) throw fail('Expected an integer');
  if (number < 0) throw fail('Expected a non-negative number in');
  return number;
}

function skipStage(spec: Value): Stage {
  const skip = wholeNumber('$skip', 5107200, spec);
  return function* (input) {
    let seen = 0;
    for (const doc of input) {
      if (doc === REST || seen >= skip) yield doc;
      else seen += 1;
    }
  };
}

function limitStage(spec: Value): Stage {
  const limit = wholeNumber('$limit', 5107201, spec);
  if (limit === 0) throw new MongoServerFault(15958, 'the limit must be positive');
  return function* (input) {
    let seen = 0;
    for (const doc of input) {
      yield doc;
      if (doc !== REST) seen += 1;
      if (seen >= limit) return;
    }
  };
}

function projectStage(spec: Value): Stage {
  if (!isDoc(spec)) throw new MongoServerFault(15969, '$project specification must be an object');
  const project = compileAggregateProjection(spec);
  return function* (input, { now }) {
    for (const doc of input) yield doc === REST ? doc : project(doc, now);
  };
}

function countStage(spec: Value): Stage {
  if (typeof spec !== 'string')
    throw new MongoServerFault(40156, 'the count field must be a non-empty string');
  if (spec === '') throw new MongoServerFault(40157, 'the count field must be a non-empty string');
  if (spec.startsWith('$')) throw new MongoServerFault(40158, 'the count field cannot be a $-prefixed path');
  if (spec.includes('\0')) {
    throw new MongoServerFault(40159, 'the count field cannot contain a null byte');
  }
  if (spec.includes('.')) throw new MongoServerFault(40160, "the count field cannot contain '.'");
  return function* (input) {
    let count = 0;
    for (const doc of input) {
      if (doc === REST) yield doc;
      else count += 1;
    }
    if (count > 0) yield new Map([[spec, new Int32(count)]]);
  };
}
