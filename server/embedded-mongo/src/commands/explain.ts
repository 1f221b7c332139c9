import { Int32 } from 'bson';
import { compilePipeline } from '../aggregation/pipeline';
import { HitStream } from '../engine/execute';
import type { Steps } from '../engine/steps';
import { ErrorCode, failedToParse, MongoServerFault } from '../errors';
import { describePlan } from '../planner/describe';
import type { Plan } from '../planner/plan';
import { planFor } from '../planner/plan-for';
import { type CompiledFilter, compileFilter } from '../query/filter';
import { type CompiledSort, sortOf } from '../query/sort';
import { type Doc, isDoc, type Value } from '../values/value';
import { Arguments } from './arguments';
import { type Call, type Command, checkNamespace } from './command';
import { ok } from './reply';
import { VERSION } from './version';

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** The query of the explained command. */
interface Search {
  readonly filter: Doc | undefined;
  readonly sort: Doc | undefined;
  readonly hint: Value | undefined;
  readonly stages: readonly Doc[];
}

/** Shows how a command would find its documents; with a verbosity above `queryPlanner` it looks for them, too. */
export const explain: Command = {
  names: ['explain'],
  writes: () => false,
  *run(call) {
    const args = call.args.only('verbosity');
    const command = args.requiredDocument('explain');
    const verbosity = args.string('verbosity') ?? 'allPlansExecution';
    if (!VERBOSITIES.includes(verbosity)) throw failedToParse(`unknown explain verbosity '${verbosity}'`);
    return yield* explained(call, command, verbosity !== 'queryPlanner');
  },
};

/** The reply to an explain of this command. */
export function* explained(call: Call, command: Doc, execute: boolean): Steps<Buffer> {
  const [name, target] = firstField(command);
  if (typeof target !== 'string') throw failedToParse(`explain needs the name of a collection: ${name}`);
  checkNamespace(call.request.database, target);
  const search = searchOf(name, command);
  const filter = compileFilter(search.filter ?? new Map());
  const sort = sortOf(search.sort);
  const collection = call.engine.catalogue.find(call.request.database, target);
  const plan = collection && planFor(collection, filter, sort, search.hint);
  const winningPlan = describePlan(plan, sort?.fields ?? []);
  const queryPlanner: Doc = new Map<string, Value>([
    ['namespace', `${call.request.database}.${target}`],
    ['indexFilterSet', false],
    ['parsedQuery', search.filter ?? new Map()],
    ['winningPlan', winningPlan],
    ['rejectedPlans', []],
  ]);
  const stages = search.stages.map((stage) => describeStage(call, stage));
  return ok(
    ['explainVersion', '1'],
    ['queryPlanner', queryPlanner],
    ...(stages.length > 0 ? ([['stages', stages]] as [string, Value][]) : []),
    ...(execute
      ? ([['executionStats', yield* measured(call, plan, filter, sort)]] as [string, Value][])
      : []),
    ['command', command],
    ['serverInfo', new Map<string, Value>([['version', VERSION]])],
  );
}

function firstField(command: Doc): [string, Value] {
  for (const field of command) return field;
  throw failedToParse('explain command requires a nested object');
}

function searchOf(name: string, command: Doc): Search {
  const args = new Arguments(name, command);
  const none = { sort: undefined, stages: [] };
  switch (name) {
    case 'find':
      return {
        filter: args.document('filter'),
        sort: args.document('sort'),
        hint: args.value('hint'),
        stages: [],
      };
    case 'findAndModify':
    case 'findandmodify':
      return {
        filter: args.document('query'),
        sort: args.document('sort'),
        hint: args.value('hint'),
        stages: [],
      };
    case 'count':
    case 'distinct':
      return { ...none, filter: args.document('query'), hint: args.value('hint') };
    case 'update':
    case 'delete': {
      const [statement] = args.documents(name === 'update' ? 'updates' : 'deletes') ?? [];
      if (!statement) throw failedToParse(`explain needs a statement of ${name}`);
      const inner = new Arguments(name, statement);
      return { ...none, filter: inner.document('q'), hint: inner.value('hint') };
    }
    case 'aggregate': {
      const stages = args.documents('pipeline') ?? [];
      const { leading } = compilePipeline(stages);
      return { filter: leading.filter, sort: leading.sort, hint: args.value('hint'), stages };
    }
    default:
      throw new MongoServerFault(ErrorCode.CommandNotFound, `Explain failed due to unknown command: ${name}`);
  }
}

/** A pipeline's stage; a $lookup also describes how it finds the foreign documents. */
function describeStage(call: Call, stage: Doc): Doc {
  const lookup = stage.get('$lookup');
  if (!isDoc(lookup)) return stage;
  const from = lookup.get('from');
  const field = lookup.get('foreignField');
  if (typeof from !== 'string' || typeof field !== 'string') return stage;
  const collection = call.engine.catalogue.find(call.request.database, from);
  const filter = compileFilter(new Map([[field, true]]));
  const plan = collection && planFor(collection, filter, undefined, undefined);
  return new Map<string, Value>([...stage, ['foreignPlan', describePlan(plan, [])]]);
}

function* measured(
  call: Call,
  plan: Plan | undefined,
  filter: CompiledFilter,
  sort: CompiledSort | undefined,
): Steps<Doc> {
  const began = performance.now();
  let returned = 0;
  let examined = 0;
  if (plan) {
    const stream = new HitStream(call.engine, plan, filter);
    yield* stream.visit(call.pace, () => {
      returned += 1;
      return true;
    });
    examined = stream.examined;
  }
  const keys = plan && !plan.scan ? examined : 0;
  return new Map<string, Value>([
    ['executionSuccess', true],
    ['nReturned', new Int32(returned)],
    ['executionTimeMillis', new Int32(Math.round(performance.now() - began))],
    ['totalKeysExamined', new Int32(keys)],
    ['totalDocsExamined', new Int32(examined)],
    ['executionStages', describePlan(plan, sort?.fields ?? [])],
  ]);
}
