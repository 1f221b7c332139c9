import type { FilterNode } from '../query/filter';
import type { Collection, Index } from '../storage/collection';
import type { IndexField } from '../storage/index-keys';
import { clippedBound, MAX_FIELDS_BYTES, MAX_ID_BYTES, successor } from '../storage/keys';
import { type Bounds, boundsOn, conjuncts, type Interval, merge } from './bounds';
import { implies } from './implies';
import type { Access, KeyRange, Plan } from './plan';

export type SortFields = readonly { readonly path: string; readonly direction: 1 | -1 }[];

/** An index must be used even if it does not suit; `natural` forces a collection scan in that direction. */
export type Hint = { readonly index: Index | '_id_' } | { readonly natural: 1 | -1 };

/** Products of `$in` lists over several fields stop here. */
const MAX_RANGES = 4000;

/** A compound key for the planner: an index, or the documents themselves in `_id` order. */
interface Source {
  readonly index: Index | undefined;
  readonly fields: readonly IndexField[];
  readonly prefix: Buffer;
  readonly limit: number;
  readonly multikey: boolean;
  /** The order of keys is the order of values. */
  readonly ordered: boolean;
}

interface Option {
  readonly source: Source;
  /** Bounds of its fields from the first one on: points, and the last bounds. */
  readonly points: readonly Bounds[];
  readonly last: Bounds | undefined;
  readonly equal: number;
  readonly ranged: boolean;
  /** 1 or -1 if reading in that direction serves the sort, 0 if not. */
  readonly served: 1 | -1 | 0;
  /** The only value, if the whole key is pinned to one. */
  readonly unique: boolean;
}

const ID_FIELD: IndexField = { path: '_id', parts: ['_id'], direction: 1 };

/** Finds the cheapest way to the documents of a filter, preferring one that also serves the sort. */
export function choosePlan(collection: Collection, filter: FilterNode, sort: SortFields, hint?: Hint): Plan {
  if (hint && 'natural' in hint) return scanPlan(collection, sort, hint.natural === -1);
  const nodes = conjuncts(filter);
  if (hint) {
    const source = sources(collection).find((one) => (one.index ?? '_id_') === hint.index) as Source;
    return planOf(collection, optionFor(source, nodes, sort), sort);
  }
  let best: Option | undefined;
  for (const source of sources(collection)) {
    if (source.index?.partial && !implies(nodes, source.index.partial.ast)) continue;
    const option = optionFor(source, nodes, sort);
    if (source.index?.sparse && !guaranteesPresence(source, nodes)) continue;
    if (!useful(option)) continue;
    if (!best || better(option, best)) best = option;
  }
  const helps = best && (best.equal > 0 || best.ranged);
  if (!helps) {
    const union = unionPlan(collection, nodes, sort);
    if (union) return union;
  }
  return best ? planOf(collection, best, sort) : scanPlan(collection, sort, false);
}

function sources(collection: Collection): Source[] {
  const own: Source = {
    index: undefined,
    fields: [ID_FIELD],
    prefix: collection.prefix,
    limit: MAX_ID_BYTES,
    multikey: false,
    ordered: !collection.longIds,
  };
  return [
    own,
    ...collection.indexes
      .filter((index) => index.ready)
      .map((index) => ({
        index,
        fields: index.fields,
        prefix: index.prefix,
        limit: MAX_FIELDS_BYTES,
        multikey: index.multikey,
        ordered: !index.multikey && !index.clipped && !collection.longIds,
      })),
  ];
}

function useful(option: Option): boolean {
  return option.equal > 0 || option.ranged || option.served !== 0;
}

function better(a: Option, b: Option): boolean {
  if (a.unique !== b.unique) return a.unique;
  if (a.equal !== b.equal) return a.equal > b.equal;
  if ((a.served !== 0) !== (b.served !== 0) && a.ranged === b.ranged) return a.served !== 0;
  if (a.ranged !== b.ranged) return a.ranged;
  return a.source.fields.length < b.source.fields.length;
}

function guaranteesPresence(source: Source, nodes: readonly FilterNode[]): boolean {
  return source.fields.some((field) => boundsOn(field.path, nodes, true)?.present);
}

function optionFor(source: Source, nodes: readonly FilterNode[], sort: SortFields): Option {
  const points: Bounds[] = [];
  let heads = 1;
  let single = 0;
  let last: Bounds | undefined;
  const roots = new Set<string>();
  for (const field of source.fields) {
    const root = field.parts[0] as string;
    // Conditions on two fields below one array may be met by different elements, which share no index entry.
    if (source.multikey && roots.has(root)) break;
    roots.add(root);
    const bounds = boundsOn(field.path, nodes, source.multikey);
    if (!bounds) break;
    if (!bounds.points || heads * bounds.intervals.length > MAX_RANGES) {
      last = bounds;
      break;
    }
    points.push(bounds);
    heads *= bounds.intervals.length;
    if (bounds.intervals.length === 1 && single === points.length - 1) single = points.length;
  }
  const unique = single === source.fields.length && (source.index === undefined || source.index.unique);
  const [equal, ranged, served] = [points.length, last !== undefined, serves(source, sort, single)];
  return { source, points, last, equal, ranged, served, unique };
}

/** A key beginning with one more field fixed. */
function pinned(head: Buffer, point: Interval, direction: 1 | -1): Buffer {
  return Buffer.concat([head, direction === 1 ? point.lo : inverted(point.lo)]);
}

function rangesOf({ source, points, last }: Option): KeyRange[] {
  let heads: Buffer[] = [source.prefix];
  for (const [index, { intervals }] of points.entries()) {
    const { direction } = source.fields[index] as IndexField;
    heads = heads.flatMap((head) => intervals.map((point) => pinned(head, point, direction)));
  }
  const field = source.fields[points.length];
  const raw: Interval[] = [];
  for (const head of heads) {
    if (!last || !field) {
      raw.push({ lo: head, hi: successor(head) });
      continue;
    }
    for (const { lo, hi } of last.intervals) {
      if (field.direction === 1) raw.push({ lo: Buffer.concat([head, lo]), hi: Buffer.concat([head, hi]) });
      else {
        raw.push({
          lo: successor(Buffer.concat([head, inverted(hi)])),
          hi: successor(Buffer.concat([head, inverted(lo)])),
        });
      }
    }
  }
  const clipped = raw.map(({ lo, hi }) => {
    const limit = source.prefix.length + source.limit;
    const start = clippedBound(lo, limit);
    const end = clippedBound(hi, limit);
    return { lo: start, hi: end === hi ? hi : successor(end) };
  });
  return merge(clipped).map(({ lo, hi }) => ({ start: lo, end: hi }));
}

function inverted(bytes: Buffer): Buffer {
  const result = Buffer.from(bytes);
  for (let index = 0; index < result.length; index += 1) result[index] = ~(result[index] as number);
  return result;
}

/** Which reading direction gives the wanted order. `single` fields at the front are fixed to one value. */
function serves(source: Source, sort: SortFields, single: number): 1 | -1 | 0 {
  if (sort.length === 0 || !source.ordered) return 0;
  // Entries with equal fields are in _id order.
  const endsWithId = source.fields.some((field) => field.path === '_id');
  const order = endsWithId ? source.fields : [...source.fields, ID_FIELD];
  const fixed = new Set(order.slice(0, single).map((field) => field.path));
  let at = 0;
  let direction: 1 | -1 | 0 = 0;
  for (const wanted of sort) {
    if (fixed.has(wanted.path)) continue;
    while (at < single) at += 1;
    const field = order[at];
    if (field?.path !== wanted.path) return 0;
    const needed = field.direction === wanted.direction ? 1 : -1;
    if (direction !== 0 && direction !== needed) return 0;
    direction = needed;
    at += 1;
  }
  return direction === 0 ? 1 : direction;
}

function planOf(collection: Collection, option: Option, sort: SortFields): Plan {
  const reverse = option.served === -1;
  const { source } = option;
  const ranges = rangesOf(option);
  const whole = option.equal === 0 && !option.ranged;
  const access: Access = source.index
    ? { kind: 'index', index: source.index, ranges, reverse }
    : option.equal > 0 && !collection.longIds
      ? idPoints(collection, ranges, reverse)
      : { kind: 'documents', ranges, reverse };
  return {
    collection,
    access,
    sorted: sort.length === 0 || option.served !== 0,
    scan: whole && !source.index,
  };
}

/** Ranges of `_id` that are single values: the documents' keys themselves. */
function idPoints(collection: Collection, ranges: readonly KeyRange[], reverse: boolean): Access {
  const ids = ranges.map((range) => range.start.subarray(collection.prefix.length));
  return { kind: 'ids', ids: reverse ? ids.reverse() : ids };
}

function scanPlan(collection: Collection, sort: SortFields, reverse: boolean): Plan {
  const access: Access = {
    kind: 'documents',
    ranges: [{ start: collection.prefix, end: collection.end }],
    reverse,
  };
  return { collection, access, sorted: sort.length === 0, scan: true };
}

/** A plan for `$or` whose every branch has an index. */
function unionPlan(collection: Collection, nodes: readonly FilterNode[], sort: SortFields): Plan | undefined {
  for (const node of nodes) {
    if (node.kind !== 'or') continue;
    const others = nodes.filter((other) => other !== node);
    const parts = node.children.map((child) => choosePlan(collection, allOf([child, ...others]), []));
    if (parts.some((part) => part.scan)) continue;
    const access: Access = { kind: 'union', parts: parts.map((part) => part.access) };
    return { collection, access, sorted: sort.length === 0, scan: false };
  }
  return undefined;
}

function allOf(children: FilterNode[]): FilterNode {
  return { kind: 'and', children };
}
