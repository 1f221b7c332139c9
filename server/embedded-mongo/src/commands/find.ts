import type { BatchSource } from '../engine/cursors';
import { ListSource, sourceOf } from '../engine/sources';
import { planFor } from '../planner/plan-for';
import { compileProjection } from '../projection/projection';
import { compileFilter } from '../query/filter';
import { sortOf } from '../query/sort';
import type { Doc } from '../values/value';
import { Arguments } from './arguments';
import {
  type Call,
  type Command,
  collectionName,
  existing,
  refuse,
  refuseCollation,
  sessionOf,
} from './command';
import { cursorReply } from './reply';

/** Documents of the first batch when the client does not say. */
const DEFAULT_BATCH = 101;

const FIELDS = [
  'filter',
  'sort',
  'projection',
  'hint',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'returnKey',
  'showRecordId',
  'min',
  'max',
  'tailable',
  'awaitData',
  'oplogReplay',
  'noCursorTimeout',
  'allowPartialResults',
  'allowDiskUse',
  'collation',
  'let',
];

/** The parsed arguments of a find, for `find` itself and for `explain`. */
function parseFind(body: Doc) {
  const args = new Arguments('find', body).only(...FIELDS);
  refuse(args, 'returnKey', 'showRecordId', 'min', 'max', 'tailable', 'awaitData', 'let');
  refuseCollation(args);
  const limit = args.integer('limit') ?? 0;
  const filter = compileFilter(args.document('filter') ?? new Map());
  const projection = args.document('projection');
  const natural = args.document('sort')?.get('$natural');
  return {
    args,
    filter,
    sort: sortOf(args.document('sort')),
    hint: natural === undefined ? args.value('hint') : args.document('sort'),
    project: projection && projection.size > 0 ? compileProjection(projection, filter) : undefined,
    skip: args.integer('skip') ?? 0,
    limit: limit === 0 ? Number.POSITIVE_INFINITY : limit,
    batchSize: args.integer('batchSize') ?? DEFAULT_BATCH,
    singleBatch: args.bool('singleBatch'),
  };
}

export const find: Command = {
  names: ['find'],
  writes: () => false,
  *run(call) {
    const name = collectionName(call);
    const query = parseFind(call.request.body);
    const collection = existing(call, name);
    const source: BatchSource = collection
      ? sourceOf(call.engine, { ...query, plan: planFor(collection, query.filter, query.sort, query.hint) })
      : new ListSource([]);
    return yield* firstBatch(call, name, source, query);
  },
};

/** The batch size in a command's `cursor: {batchSize}`. */
export function cursorBatchSize(args: Arguments): number {
  const cursor = args.document('cursor');
  if (!cursor) return DEFAULT_BATCH;
  const inner = new Arguments(`${args.name}.cursor`, cursor).onlyExactly('batchSize');
  return inner.integer('batchSize') ?? DEFAULT_BATCH;
}

/** Answers with the first batch of a source, and keeps a cursor if there is more. */
export function* firstBatch(
  call: Call,
  name: string,
  source: BatchSource,
  options: { batchSize: number; singleBatch: boolean; args: Arguments },
) {
  const namespace = `${call.request.database}.${name}`;
  const batch = yield* source.fill(options.batchSize, call.pace);
  const finished = batch.done || options.singleBatch;
  const immortal = options.args.bool('noCursorTimeout');
  const session = sessionOf(call.request.body);
  const id = finished ? 0n : call.engine.cursors.add(namespace, source, session, immortal).id;
  return cursorReply('firstBatch', batch.documents, id, namespace);
}
