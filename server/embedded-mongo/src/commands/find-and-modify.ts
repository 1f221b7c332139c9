import { Int32 } from 'bson';
import type { Hit } from '../engine/execute';
import { firstHit, insertUpsert, updateHit } from '../engine/modify';
import { failedToParse, MongoServerFault } from '../errors';
import { compileProjection } from '../projection/projection';
import { compileFilter } from '../query/filter';
import { sortOf } from '../query/sort';
import type { CompiledUpdate } from '../update/update';
import { encodeDocument } from '../values/codec';
import type { Doc, Value } from '../values/value';
import { faultDocument } from '../wire/fault-document';
import { type Command, collectionName, ensured, existing, refuse, refuseCollation } from './command';
import { ok } from './reply';
import { updateOf } from './update';

const ARGUMENTS = [
  'query',
  'sort',
  'remove',
  'update',
  'new',
  'upsert',
  'fields',
  'arrayFilters',
  'hint',
  'collation',
  'let',
  'bypassDocumentValidation',
];

export const findAndModify: Command = {
  names: ['findAndModify', 'findandmodify'],
  writes: () => true,
  *run(call) {
    const { engine, pace } = call;
    const name = collectionName(call);
    const args = call.args.only(...ARGUMENTS);
    refuse(args, 'let');
    refuseCollation(args);
    const remove = args.bool('remove');
    const upsert = args.bool('upsert');
    const wantNew = args.bool('new');
    const given = args.value('update');
    if (remove && given !== undefined) throw failedToParse('Cannot specify both an update and remove=true');
    if (!remove && given === undefined)
      throw failedToParse('Either an update or remove=true must be specified');
    if (remove && upsert) throw failedToParse('Cannot specify both upsert=true and remove=true');
    if (remove && wantNew) {
      throw failedToParse(
        "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
      );
    }
    const arrayFilters = args.documents('arrayFilters');
    const update = given === undefined ? undefined : updateOf(given, arrayFilters, false);
    const filter = compileFilter(args.document('query') ?? new Map());
    const sort = sortOf(args.document('sort'));
    const fields = args.document('fields');
    const project = fields && fields.size > 0 ? compileProjection(fields, filter, wantNew) : undefined;
    const shown = (doc: Doc, hit: Hit | undefined) => (project ? project(doc, hit?.match) : doc);

    const collection = existing(call, name);
    const hit = collection
      ? yield* firstHit(engine, { collection, filter, sort, hint: args.value('hint') }, pace)
      : undefined;
    if (collection && hit) {
      if (!update) {
        engine.documents.remove(collection, hit.id, hit);
        return answer({ n: 1 }, () => shown(hit.doc, hit));
      }
      const changed = updateHit(engine, collection, hit, update, engine.clock.now());
      const value = wantNew ? (changed ?? hit.doc) : hit.doc;
      return answer({ n: 1, updatedExisting: true }, () => shown(value, hit));
    }
    if (!update) return answer({ n: 0 });
    if (!upsert) return answer({ n: 0, updatedExisting: false });
    const doc = insertUpsert(
      engine,
      ensured(call, name),
      filter,
      update as CompiledUpdate,
      engine.clock.now(),
    );
    const id = doc.get('_id') as Value;
    return answer({ n: 1, updatedExisting: false, upserted: id }, () =>
      wantNew ? shown(doc, undefined) : null,
    );
  },
};

interface Outcome {
  readonly n: number;
  readonly updatedExisting?: boolean;
  readonly upserted?: Value;
}

/**
 * The reply after the write. Where the document cannot be shown it is the failure's, answered and not thrown: the write
 * stays, as in MongoDB.
 */
function answer(what: Outcome, shown: () => Doc | null = () => null): Buffer {
  const last: Doc = new Map<string, Value>([['n', new Int32(what.n)]]);
  if (what.updatedExisting !== undefined) last.set('updatedExisting', what.updatedExisting);
  if (what.upserted !== undefined) last.set('upserted', what.upserted);
  let value: Doc | null;
  try {
    value = shown();
  } catch (error) {
    if (!(error instanceof MongoServerFault)) throw error;
    return encodeDocument(faultDocument(error));
  }
  return ok(['lastErrorObject', last], ['value', value]);
}
