import { Int32 } from 'bson';
import { compilePipeline, REST } from '../aggregation/pipeline';
import { HitStream } from '../engine/execute';
import { documentsOf, ListSource } from '../engine/sources';
import type { Steps } from '../engine/steps';
import { ErrorCode, failedToParse, MongoServerFault } from '../errors';
import { planFor } from '../planner/plan-for';
import { compileFilter } from '../query/filter';
import { sortOf } from '../query/sort';
import { encodeDocument } from '../values/codec';
import { type Doc, isNumber, type Value } from '../values/value';
import { type Call, type Command, collectionName, existing, refuse, refuseCollation } from './command';
import { countMatches } from './count';
import { explained } from './explain';
import { cursorBatchSize, firstBatch } from './find';

const FIELDS = [
  'pipeline',
  'cursor',
  'hint',
  'explain',
  'allowDiskUse',
  'bypassDocumentValidation',
  'collation',
  'let',
];

const WRITING_STAGES = ['$out', '$merge'];

export const aggregate: Command = {
  names: ['aggregate'],
  writes: () => false,
  *run(call) {
    const args = call.args.only(...FIELDS);
    refuse(args, 'let');
    refuseCollation(args);
    if (isNumber(args.value('aggregate'))) {
      throw new MongoServerFault(
        ErrorCode.NotImplemented,
        'an aggregate over a whole database is not supported by this server',
      );
    }
    const name = collectionName(call);
    const stages = args.documents('pipeline');
    if (!stages)
      throw new MongoServerFault(40414, "BSON field 'aggregate.pipeline' is missing but a required field");
    if (args.bool('explain')) return yield* explained(call, call.request.body, false);
    if (!args.document('cursor'))
      throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
    for (const stage of stages) {
      const writing = WRITING_STAGES.find((one) => stage.has(one));
      if (writing) {
        throw new MongoServerFault(
          ErrorCode.NotImplemented,
          `the stage ${writing} is not supported by this server`,
        );
      }
    }
    const counted = yield* countOnly(call, name, stages, args.value('hint'));
    const documents = counted ?? (yield* runPipeline(call, name, stages, args.value('hint')));
    const batchSize = cursorBatchSize(args);
    return yield* firstBatch(call, name, new ListSource(documents), { batchSize, singleBatch: false, args });
  },
};

/** The pipeline that drivers make of countDocuments needs no documents, only their number. */
function* countOnly(
  call: Call,
  name: string,
  stages: readonly Doc[],
  hint: Value | undefined,
): Steps<Buffer[] | undefined> {
  const rest = [...stages];
  const filter = take(rest, '$match');
  const skip = take(rest, '$skip');
  const limit = take(rest, '$limit');
  const group = take(rest, '$group');
  if (rest.length > 0 || !(group instanceof Map) || group.size !== 2) return undefined;
  const id = group.get('_id');
  const sum = group.get('n');
  if (!(id instanceof Int32) || !(sum instanceof Map) || sum.size !== 1) return undefined;
  const one = sum.get('$sum');
  if (!(one instanceof Int32) || one.value !== 1) return undefined;
  if (filter !== undefined && !(filter instanceof Map)) return undefined;
  if ((skip !== undefined && !isNumber(skip)) || (limit !== undefined && !isNumber(limit))) return undefined;
  if (Number(skip ?? 0) < 0 || (limit !== undefined && Number(limit) < 1)) return undefined;
  const matches = yield* countMatches(call, name, {
    filter: filter ?? new Map(),
    hint,
    skip: Number(skip ?? 0),
    limit: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit),
  });
  if (matches === 0) return [];
  return [
    encodeDocument(
      new Map<string, Value>([
        ['_id', id],
        ['n', new Int32(matches)],
      ]),
    ),
  ];
}

/** Takes the first stage away if it is the named one. */
function take(stages: Doc[], name: string): Value | undefined {
  const first = stages[0];
  if (first?.size !== 1 || !first.has(name)) return undefined;
  stages.shift();
  return first.get(name);
}

function* runPipeline(call: Call, name: string, stages: Doc[], hint: Value | undefined): Steps<Buffer[]> {
  const { leading } = compilePipeline(stages);
  const input = yield* leadingDocuments(call, name, leading, hint);
  // The planner has filtered and sorted; the remaining stages run here.
  const done = stages.findIndex((stage) => !stage.has('$match'));
  const rest = done < 0 ? [] : stages.slice(stages[done]?.has('$sort') ? done + 1 : done);
  const pipeline = compilePipeline(rest);
  const context = {
    lookup: (collection: string, foreignField: string, value: Value) =>
      lookup(call, collection, foreignField, value),
    now: call.engine.clock.now(),
  };
  const documents: Buffer[] = [];
  for (const doc of pipeline.run(withRests(input), context)) {
    if (doc !== REST) documents.push(encodeDocument(doc));
    if (doc === REST ? call.pace.over() : call.pace.tired()) yield;
  }
  return documents;
}

/** The planner's input to a pipeline. */
function* leadingDocuments(
  call: Call,
  name: string,
  leading: { filter?: Doc; sort?: Doc; limit?: number },
  hint: Value | undefined,
): Steps<Doc[]> {
  const collection = existing(call, name);
  const filter = compileFilter(leading.filter ?? new Map());
  const sort = sortOf(leading.sort);
  if (!collection) return [];
  return yield* documentsOf(call.engine, call.pace, {
    plan: planFor(collection, filter, sort, hint),
    filter,
    sort,
    project: undefined,
    skip: 0,
    limit: leading.limit ?? Number.POSITIVE_INFINITY,
  });
}

/** Offers a pause after every document: the pace decides which of them are taken. */
function* withRests(documents: Iterable<Doc>): Iterable<Doc> {
  for (const doc of documents) {
    yield doc;
    yield REST;
  }
}

/** The documents of another collection whose field equals a value; by an index if there is one. */
function* lookup(call: Call, name: string, field: string, value: Value): Iterable<Doc> {
  const collection = existing(call, name);
  if (!collection) return;
  const filter = compileFilter(new Map([[field, new Map([['$eq', value]])]]));
  const found: Doc[] = [];
  const plan = planFor(collection, filter, undefined, undefined);
  const steps = new HitStream(call.engine, plan, filter).visit(call.pace, (hit) => {
    found.push(hit.doc);
    return true;
  });
  while (!steps.next().done) yield REST;
  yield* found;
}
