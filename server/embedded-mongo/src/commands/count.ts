import { Int32 } from 'bson';
import { HitStream } from '../engine/execute';
import type { Steps } from '../engine/steps';
import { badValue } from '../errors';
import { planFor } from '../planner/plan-for';
import { compileFilter } from '../query/filter';
import { compareValues } from '../values/compare';
import { encodeKey } from '../values/key';
import { distinctValues } from '../values/paths';
import type { Doc, Value } from '../values/value';
import { type Call, type Command, collectionName, existing, refuseCollation } from './command';
import { ok } from './reply';

/** How many documents meet a filter, after skip and up to limit. */
export function* countMatches(
  call: Call,
  name: string,
  options: { filter: Doc; hint: Value | undefined; skip: number; limit: number },
): Steps<number> {
  const collection = existing(call, name);
  if (!collection) return 0;
  const { skip, limit } = options;
  if (options.filter.size === 0 && options.hint === undefined) {
    return Math.min(Math.max((yield* call.engine.countOf(collection, call.pace)) - skip, 0), limit);
  }
  const filter = compileFilter(options.filter);
  const plan = planFor(collection, filter, undefined, options.hint);
  let matched = 0;
  yield* new HitStream(call.engine, plan, filter).visit(call.pace, () => {
    matched += 1;
    return matched < skip + limit;
  });
  return Math.max(matched - skip, 0);
}

export const count: Command = {
  names: ['count'],
  writes: () => false,
  *run(call) {
    const name = collectionName(call);
    const args = call.args.only('query', 'limit', 'skip', 'hint', 'collation', 'fields');
    refuseCollation(args);
    // A negative limit means the same as its absolute value.
    const limit = Math.abs(args.integer('limit', Number.NEGATIVE_INFINITY) ?? 0);
    const matches = yield* countMatches(call, name, {
      filter: args.document('query') ?? new Map(),
      hint: args.value('hint'),
      skip: args.integer('skip') ?? 0,
      limit: limit === 0 ? Number.POSITIVE_INFINITY : limit,
    });
    return ok(['n', new Int32(matches)]);
  },
};

export const distinct: Command = {
  names: ['distinct'],
  writes: () => false,
  *run(call) {
    const name = collectionName(call);
    const args = call.args.only('key', 'query', 'collation', 'hint');
    refuseCollation(args);
    const path = args.requiredString('key');
    if (path === '' || path.includes('\0')) throw badValue('distinct needs a field path');
    const filter = compileFilter(args.document('query') ?? new Map());
    const collection = existing(call, name);
    const values = new Map<string, Value>();
    if (collection) {
      const plan = planFor(collection, filter, undefined, args.value('hint'));
      yield* new HitStream(call.engine, plan, filter).visit(call.pace, (hit) => {
        for (const value of distinctValues(hit.doc, path)) {
          const key = encodeKey([value]).toString('latin1');
          if (!values.has(key)) values.set(key, value);
        }
        return true;
      });
    }
    return ok(['values', [...values.values()].sort(compareValues)]);
  },
};
