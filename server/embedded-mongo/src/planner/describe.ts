import { Int32 } from 'bson';
import type { Collection, Index } from '../storage/collection';
import type { Doc, Value } from '../values/value';
import type { SortFields } from './choose';
import type { Access, Plan } from './plan';

const ID_PATTERN: Doc = new Map([['_id', new Int32(1)]]);

/** A plan as `explain` shows it, in the terms of MongoDB's stages. */
export function describePlan(plan: Plan | undefined, sort: SortFields): Doc {
  if (!plan) return stage('EOF');
  const found = describeAccess(plan.collection, plan.access);
  if (plan.sorted) return found;
  const pattern: Doc = new Map(sort.map(({ path, direction }) => [path, new Int32(direction)]));
  return stage('SORT', ['sortPattern', pattern], ['inputStage', found]);
}

function describeAccess(collection: Collection, access: Access): Doc {
  switch (access.kind) {
    case 'ids':
      if (access.ids.length === 1) return stage('IDHACK', ['keyPattern', ID_PATTERN], ['indexName', '_id_']);
      return fetch(idScan('forward'));
    case 'documents': {
      const direction = access.reverse ? 'backward' : 'forward';
      const [range] = access.ranges;
      const whole = access.ranges.length === 1 && range?.start.equals(collection.prefix) === true;
      if (whole && range.end.equals(collection.end)) return stage('COLLSCAN', ['direction', direction]);
      return fetch(idScan(direction));
    }
    case 'index':
      return fetch(indexScan(access.index, access.reverse ? 'backward' : 'forward', access.ranges.length));
    case 'union': {
      const inputs = access.parts.map((part) => {
        const input = describeAccess(collection, part);
        return (input.get('inputStage') as Doc | undefined) ?? input;
      });
      return fetch(stage('OR', ['inputStages', inputs]));
    }
  }
}

function idScan(direction: string): Doc {
  return stage('IXSCAN', ['keyPattern', ID_PATTERN], ['indexName', '_id_'], ['direction', direction]);
}

function indexScan(index: Index, direction: string, ranges: number): Doc {
  return stage(
    'IXSCAN',
    ['keyPattern', index.spec.get('key') as Value],
    ['indexName', index.name],
    ['isMultiKey', index.multikey],
    ['isUnique', index.unique],
    ['isSparse', index.sparse],
    ['isPartial', index.partial !== undefined],
    ['direction', direction],
    ['ranges', new Int32(ranges)],
  );
}

function fetch(input: Doc): Doc {
  return stage('FETCH', ['inputStage', input]);
}

function stage(name: string, ...fields: [string, Value][]): Doc {
  return new Map<string, Value>([['stage', name], ...fields]);
}
