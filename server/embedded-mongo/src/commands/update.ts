import { Int32 } from 'bson';
import { hitOf } from '../engine/execute';
import { allIds, firstHit, insertUpsert, type Target, updateHit } from '../engine/modify';
import type { Steps } from '../engine/steps';
import { MongoServerFault } from '../errors';
import { compileFilter } from '../query/filter';
import { type CompiledUpdate, compileUpdate } from '../update/update';
import type { Doc, Value } from '../values/value';
import { Arguments } from './arguments';
import {
  type Call,
  type Command,
  collectionName,
  ensured,
  existing,
  refuse,
  refuseCollation,
} from './command';
import { decoded, statementsOf } from './insert';
import { ok } from './reply';
import { writeError, writeErrors } from './write-results';

interface Outcome {
  readonly matched: number;
  readonly modified: number;
  readonly upserted?: Value;
}

export const update: Command = {
  names: ['update'],
  writes: () => true,
  *run(call) {
    const name = collectionName(call);
    const args = call.args.only('updates', 'ordered', 'bypassDocumentValidation', 'let');
    refuse(args, 'let');
    const ordered = args.has('ordered') ? args.bool('ordered') : true;
    const errors: Doc[] = [];
    const upserted: Doc[] = [];
    let matched = 0;
    let modified = 0;
    for (const [index, statement] of statementsOf(call, 'updates').entries()) {
      try {
        const outcome = yield* updateOne(call, name, decoded(statement));
        matched += outcome.matched;
        modified += outcome.modified;
        if (outcome.upserted !== undefined) {
          upserted.push(
            new Map<string, Value>([
              ['index', new Int32(index)],
              ['_id', outcome.upserted],
            ]),
          );
        }
      } catch (error) {
        if (!(error instanceof MongoServerFault) || isCommandFault(error)) throw error;
        errors.push(writeError(index, error));
        if (ordered) break;
      }
      if (call.pace.tired()) yield;
    }
    return ok(
      ['n', new Int32(matched + upserted.length)],
      ...(upserted.length > 0 ? ([['upserted', upserted]] as [string, Value][]) : []),
      ['nModified', new Int32(modified)],
      ...writeErrors(errors),
    );
  },
};

/** A statement that cannot even be read fails the whole command. */
export function isCommandFault(fault: MongoServerFault): boolean {
  return fault.code === 40414 || fault.code === 40415;
}

/** The update of a statement, which may replace the whole document. */
export function updateOf(given: Value, arrayFilters: Doc[] | undefined, multi: boolean): CompiledUpdate {
  return compileUpdate(given, { ...(arrayFilters ? { arrayFilters } : {}), allowReplacement: true, multi });
}

function* updateOne(call: Call, name: string, statement: Doc): Steps<Outcome> {
  const { engine, pace } = call;
  const args = new Arguments('update.updates', statement).onlyExactly(
    'q',
    'u',
    'c',
    'multi',
    'upsert',
    'collation',
    'arrayFilters',
    'hint',
  );
  refuse(args, 'c');
  refuseCollation(args);
  const multi = args.bool('multi');
  const arrayFilters = args.documents('arrayFilters');
  const compiled = updateOf(args.requiredValue('u'), arrayFilters, multi);
  const filter = compileFilter(args.requiredDocument('q'));
  const now = engine.clock.now();
  const collection = existing(call, name);
  if (collection) {
    const target: Target = { collection, filter, sort: undefined, hint: args.value('hint') };
    if (!multi) {
      const hit = yield* firstHit(engine, target, pace);
      if (hit) return { matched: 1, modified: updateHit(engine, collection, hit, compiled, now) ? 1 : 0 };
    } else {
      const ids = yield* allIds(engine, target, pace);
      let matched = 0;
      let modified = 0;
      for (const id of ids) {
        const hit = hitOf(engine, collection, id, filter);
        if (hit) {
          matched += 1;
          if (updateHit(engine, collection, hit, compiled, now)) modified += 1;
        }
        if (pace.tired()) yield;
      }
      if (matched > 0) return { matched, modified };
    }
  }
  if (!args.bool('upsert')) return { matched: 0, modified: 0 };
  const doc = insertUpsert(engine, ensured(call, name), filter, compiled, now);
  return { matched: 0, modified: 0, upserted: doc.get('_id') as Value };
}
