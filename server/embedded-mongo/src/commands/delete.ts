import { Int32 } from 'bson';
import { allIds, firstHit, removeAll, type Target } from '../engine/modify';
import type { Steps } from '../engine/steps';
import { failedToParse, MongoServerFault } from '../errors';
import { compileFilter } from '../query/filter';
import type { Doc } from '../values/value';
import { Arguments } from './arguments';
import { type Call, type Command, collectionName, existing, refuse, refuseCollation } from './command';
import { decoded, statementsOf } from './insert';
import { ok } from './reply';
import { isCommandFault } from './update';
import { writeError, writeErrors } from './write-results';

export const deleteCommand: Command = {
  names: ['delete'],
  writes: () => true,
  *run(call) {
    const name = collectionName(call);
    const args = call.args.only('deletes', 'ordered', 'let');
    refuse(args, 'let');
    const ordered = args.has('ordered') ? args.bool('ordered') : true;
    const errors: Doc[] = [];
    let removed = 0;
    for (const [index, statement] of statementsOf(call, 'deletes').entries()) {
      try {
        removed += yield* deleteOne(call, name, decoded(statement));
      } catch (error) {
        if (!(error instanceof MongoServerFault) || isCommandFault(error)) throw error;
        errors.push(writeError(index, error));
        if (ordered) break;
      }
      if (call.pace.tired()) yield;
    }
    return ok(['n', new Int32(removed)], ...writeErrors(errors));
  },
};

function* deleteOne(call: Call, name: string, statement: Doc): Steps<number> {
  const { engine, pace } = call;
  const args = new Arguments('delete.deletes', statement).onlyExactly('q', 'limit', 'collation', 'hint');
  refuseCollation(args);
  args.requiredValue('limit');
  const limit = args.integer('limit');
  if (limit !== 0 && limit !== 1) {
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
  }
  const filter = compileFilter(args.requiredDocument('q'));
  const collection = existing(call, name);
  if (!collection) return 0;
  const target: Target = { collection, filter, sort: undefined, hint: args.value('hint') };
  if (limit === 1) {
    const hit = yield* firstHit(engine, target, pace);
    if (!hit) return 0;
    engine.documents.remove(collection, hit.id, hit);
    return 1;
  }
  return yield* removeAll(engine, target, yield* allIds(engine, target, pace), pace);
}
