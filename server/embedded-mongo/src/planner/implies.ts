import type { CompareOp, FilterNode } from '../query/filter';
import { compareValues, typeRank } from '../values/compare';
import { bsonType, type Value } from '../values/value';
import { boundsOn, conjuncts } from './bounds';

/**
 * Whether every document that meets the query also meets a partial index's filter. A careful "no" is always right:
 * the index is then not used.
 */
export function implies(query: readonly FilterNode[], partial: FilterNode): boolean {
  return conjuncts(partial).every((needed) => {
    if (needed.kind === 'or') return needed.children.some((child) => implies(query, child));
    return query.some((given) => impliesOne(given, needed, query));
  });
}

function impliesOne(given: FilterNode, needed: FilterNode, query: readonly FilterNode[]): boolean {
  if (!('path' in needed)) {
    return (
      needed.kind === 'not' &&
      needed.child.kind === 'exists' &&
      given.kind === 'not' &&
      given.child.kind === 'exists' &&
      given.child.path === needed.child.path
    );
  }
  if (!('path' in given) || given.path !== needed.path) return false;
  switch (needed.kind) {
    case 'exists':
      return given.kind === 'exists' || given.kind === 'type' || isPresent(needed.path, query);
    case 'type': {
      if (given.kind === 'type') return [...given.types].every((type) => needed.types.has(type));
      return valuesOf(given)?.every((value) => needed.types.has(bsonType(value))) ?? false;
    }
    case 'compare': {
      const values = valuesOf(given);
      if (values) return values.every((value) => meets(value, needed.op, needed.value));
      return given.kind === 'compare' && rangeWithin(given.op, given.value, needed.op, needed.value);
    }
    case 'in':
      return (
        valuesOf(given)?.every((value) => needed.values.some((one) => compareValues(value, one) === 0)) ??
        false
      );
    default:
      return false;
  }
}

function isPresent(path: string, query: readonly FilterNode[]): boolean {
  return boundsOn(path, query, true)?.present ?? false;
}

/** The values that an equality or a list of them allows. */
function valuesOf(node: FilterNode): readonly Value[] | undefined {
  if (node.kind === 'compare' && node.op === 'eq') return [node.value];
  if (node.kind === 'in' && node.patterns.length === 0) return node.values;
  return undefined;
}

function meets(value: Value, op: CompareOp, bound: Value): boolean {
  if (typeRank(value) !== typeRank(bound) || Array.isArray(value)) return false;
  const order = compareValues(value, bound);
  switch (op) {
    case 'eq':
      return order === 0;
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
  }
}

function rangeWithin(op: CompareOp, value: Value, neededOp: CompareOp, bound: Value): boolean {
  if (typeRank(value) !== typeRank(bound)) return false;
  const order = compareValues(value, bound);
  if (op === neededOp && order === 0) return true;
  switch (neededOp) {
    case 'gt':
      return (op === 'gt' && order >= 0) || (op === 'gte' && order > 0);
    case 'gte':
      return (op === 'gt' || op === 'gte') && order >= 0;
    case 'lt':
      return (op === 'lt' && order <= 0) || (op === 'lte' && order < 0);
    case 'lte':
      return (op === 'lt' || op === 'lte') && order <= 0;
    default:
      return false;
  }
}
