import type { BSONRegExp } from 'bson';
import type { BsonTypeNumber, Value } from '../values/value';

export type CompareOp = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/**
 * A parsed filter. `$ne` is `not` of `eq`, `$nin` is `not` of `in`, `$exists: false` is `not` of `exists`, `$all` is
 * `and` of equalities, a list of one is its only member.
 */
export type FilterNode =
  | { readonly kind: 'and'; readonly children: readonly FilterNode[] }
  | { readonly kind: 'or'; readonly children: readonly FilterNode[] }
  | { readonly kind: 'nor'; readonly children: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly child: FilterNode }
  | { readonly kind: 'never' }
  | PathNode;

/** The nodes that look at one path. Inside `elemMatchValue` they look at the array element and have path `''`. */
export type PathNode =
  | { readonly kind: 'compare'; readonly path: string; readonly op: CompareOp; readonly value: Value }
  | {
      readonly kind: 'in';
      readonly path: string;
      readonly values: readonly Value[];
      readonly patterns: readonly BSONRegExp[];
    }
  | { readonly kind: 'regex'; readonly path: string; readonly pattern: BSONRegExp }
  | { readonly kind: 'exists'; readonly path: string }
  | { readonly kind: 'type'; readonly path: string; readonly types: ReadonlySet<BsonTypeNumber> }
  | { readonly kind: 'mod'; readonly path: string; readonly divisor: bigint; readonly remainder: bigint }
  | { readonly kind: 'size'; readonly path: string; readonly size: number }
  | { readonly kind: 'elemMatchObject'; readonly path: string; readonly child: FilterNode }
  | { readonly kind: 'elemMatchValue'; readonly path: string; readonly child: FilterNode };

/** The nodes that look at an array as a whole. */
export type ArrayNode = Extract<PathNode, { kind: 'size' | 'elemMatchObject' | 'elemMatchValue' }>;

/** The conjunction of nodes; one node stands for itself. */
export function allOf(children: readonly FilterNode[]): FilterNode {
  return children.length === 1 ? (children[0] as FilterNode) : { kind: 'and', children };
}

/**
 * A disjunction as MongoDB simplifies it before it matches, which the positional `$` can tell: without what never holds,
 * and with the equalities and patterns of one path as one `$in`.
 */
export function anyOf(given: readonly FilterNode[]): FilterNode {
  const children = given.filter((child) => child.kind !== 'never');
  const [first] = children;
  if (first === undefined) return { kind: 'never' };
  if (children.length === 1) return first;
  const values: Value[] = [];
  const patterns: BSONRegExp[] = [];
  for (const child of children) {
    const isOfPath = 'path' in first && 'path' in child && child.path === first.path;
    if (isOfPath && child.kind === 'compare' && child.op === 'eq') values.push(child.value);
    else if (isOfPath && child.kind === 'regex') patterns.push(child.pattern);
    else return { kind: 'or', children };
  }
  return { kind: 'in', path: (first as PathNode).path, values, patterns };
}
