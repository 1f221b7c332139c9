import type { FilterNode, PathNode } from '../query/filter';
import { successor } from '../storage/keys';
import { TypeRank, typeRank } from '../values/compare';
import { encodeKey } from '../values/key';
import { BsonUndefined, type Value } from '../values/value';

/** A stretch of one field's encoded values (ascending): from `lo` up to, not including, `hi`. */
export interface Interval {
  readonly lo: Buffer;
  readonly hi: Buffer;
}

/** A filter's bounds on one path. The document must still be matched: bounds are never too narrow. */
export interface Bounds {
  /** Ascending and disjoint. */
  readonly intervals: readonly Interval[];
  /** Every interval is one single value. */
  readonly points: boolean;
  /** A document without the field cannot match. */
  readonly present: boolean;
}

/** The members of a filter that must all be met. */
export function conjuncts(node: FilterNode): FilterNode[] {
  return node.kind === 'and' ? node.children.flatMap(conjuncts) : [node];
}

/**
 * The bounds that these conjuncts put on a path, or undefined if they say nothing.
 * @param multikey several values of one document may meet several conjuncts, so only one of them can be used.
 */
export function boundsOn(path: string, nodes: readonly FilterNode[], multikey: boolean): Bounds | undefined {
  let best: Bounds | undefined;
  for (const node of nodes) {
    for (const bounds of boundsOfNode(node, path, '')) {
      if (!best) best = bounds;
      else if (!multikey) best = intersect(best, bounds);
      else if (bounds.points && (!best.points || bounds.intervals.length < best.intervals.length))
        best = bounds;
    }
  }
  return best;
}

/** @param at the path of the `$elemMatch` that the node is in, with a dot at its end. */
function boundsOfNode(node: FilterNode, path: string, at: string): Bounds[] {
  switch (node.kind) {
    case 'and':
      return node.children.flatMap((child) => boundsOfNode(child, path, at));
    case 'never':
      return [{ intervals: [], points: true, present: true }];
    case 'not':
      return node.child.kind === 'exists' && at + node.child.path === path ? [missing()] : [];
    case 'or':
    case 'nor':
      return [];
    case 'elemMatchObject':
      return /^\d/.test(firstPath(node.child)) ? [] : boundsOfNode(node.child, path, `${at}${node.path}.`);
    case 'elemMatchValue':
      return at + node.path === path ? boundsOfElement(node.child) : [];
    default:
      return at + node.path === path ? boundsOfPredicate(node) : [];
  }
}

function firstPath(node: FilterNode): string {
  if ('path' in node) return node.path;
  if ('children' in node) return node.children.map(firstPath).find((path) => /^\d/.test(path)) ?? '';
  return '';
}

/** Conditions on one and the same array element may be intersected. */
function boundsOfElement(child: FilterNode): Bounds[] {
  let best: Bounds | undefined;
  for (const node of conjuncts(child)) {
    if (!('path' in node) || node.path !== '') continue;
    if (node.kind === 'compare' && Array.isArray(node.value)) continue;
    for (const bounds of boundsOfPredicate(node)) best = best ? intersect(best, bounds) : bounds;
  }
  return best ? [best] : [];
}

function boundsOfPredicate(node: PathNode): Bounds[] {
  switch (node.kind) {
    case 'compare':
      if (node.op === 'eq') return [points([node.value])];
      return boundsOfRange(node.op, node.value);
    case 'in':
      return node.patterns.length > 0 ? [] : [points(node.values)];
    case 'regex': {
      const prefix = node.pattern.options === '' ? literalPrefix(node.pattern.pattern) : '';
      const strings = prefix === '' ? ofRank(TypeRank.string) : startingWith(prefix);
      return [{ intervals: [strings, ofRank(TypeRank.regex)].sort(byStart), points: false, present: true }];
    }
    default:
      return [];
  }
}

function points(values: readonly Value[]): Bounds {
  const intervals: Interval[] = [];
  let present = true;
  for (const value of values) {
    intervals.push(pointOf(value));
    if (value === null) {
      present = false;
      intervals.push(pointOf(BsonUndefined.VALUE));
    }
    // An array is indexed by its elements: a whole array is found by its first element.
    if (Array.isArray(value)) intervals.push(pointOf(value[0] ?? BsonUndefined.VALUE));
  }
  return { intervals: merge(intervals), points: true, present };
}

function missing(): Bounds {
  return { intervals: [pointOf(null)], points: true, present: false };
}

function boundsOfRange(op: 'gt' | 'gte' | 'lt' | 'lte', value: Value): Bounds[] {
  const rank = typeRank(value);
  // Whole arrays are not in the index, and the extreme keys are compared with values of every type.
  if (rank === TypeRank.array || rank === TypeRank.minKey || rank === TypeRank.maxKey) return [];
  if (value === null) return op === 'gte' || op === 'lte' ? [points([null])] : [];
  const { lo, hi } = ofRank(rank);
  const key = encodeKey([value]);
  const interval =
    op === 'gt'
      ? { lo: successor(key), hi }
      : op === 'gte'
        ? { lo: key, hi }
        : op === 'lt'
          ? { lo, hi: key }
          : { lo, hi: successor(key) };
  return [{ intervals: [interval], points: false, present: true }];
}

function pointOf(value: Value): Interval {
  const lo = encodeKey([value]);
  return { lo, hi: successor(lo) };
}

function ofRank(rank: number): Interval {
  return { lo: Buffer.from([rank]), hi: Buffer.from([rank + 1]) };
}

function startingWith(prefix: string): Interval {
  const lo = Buffer.concat([Buffer.from([TypeRank.string]), Buffer.from(prefix)]);
  return { lo, hi: successor(lo) };
}

/** The text that every match of an anchored pattern starts with, as far as it is plain. */
function literalPrefix(pattern: string): string {
  if (!pattern.startsWith('^') || pattern.includes('|')) return '';
  const plain = /^[A-Za-z0-9 _@:;,/#-]*/.exec(pattern.slice(1))?.[0] ?? '';
  // A quantifier after the plain text takes its last character back.
  return /^[?*{]/.test(pattern.slice(1 + plain.length)) ? plain.slice(0, -1) : plain;
}

function byStart(a: Interval, b: Interval): number {
  return Buffer.compare(a.lo, b.lo);
}

/** Sorts intervals and joins those that overlap. */
export function merge(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const interval of [...intervals].sort(byStart)) {
    const last = result.at(-1);
    if (!last || Buffer.compare(interval.lo, last.hi) >= 0) result.push(interval);
    else if (Buffer.compare(interval.hi, last.hi) > 0)
      result[result.length - 1] = { lo: last.lo, hi: interval.hi };
  }
  return result;
}

function intersect(a: Bounds, b: Bounds): Bounds {
  const intervals: Interval[] = [];
  for (const one of a.intervals) {
    for (const other of b.intervals) {
      const lo = Buffer.compare(one.lo, other.lo) > 0 ? one.lo : other.lo;
      const hi = Buffer.compare(one.hi, other.hi) < 0 ? one.hi : other.hi;
      if (Buffer.compare(lo, hi) < 0) intervals.push({ lo, hi });
    }
  }
  return { intervals, points: a.points || b.points, present: a.present || b.present };
}
