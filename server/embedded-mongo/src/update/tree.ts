import { ErrorCode, MongoServerFault } from '../errors';
import { isArrayIndex } from '../values/paths';
import type { Doc, Value } from '../values/value';

/** Returned by an operator in place of a new value: the field is removed (in an array: becomes null). */
export const REMOVED = Symbol('removed');

/** Context of an operator beside the value at its path. */
export interface UpdateContext {
  /** The whole document before the update. */
  readonly root: Doc;
  readonly now: Date;
  /** True while an upsert builds its document. */
  readonly inserting: boolean;
  /** The index that the positional `$` stands for. */
  readonly arrayIndex: number | undefined;
  /** Tests of array elements by the identifiers of `arrayFilters`. */
  readonly arrayFilters: ReadonlyMap<string, (element: Value) => boolean>;
  /** Called for a value that counts as changed though it may be the same as before. */
  readonly rewritten: () => void;
}

/** One operator at one path. Values are never altered in place. */
export interface LeafOperator {
  /** The new value of an existing field; the same object if nothing changes. */
  change(value: Value, context: UpdateContext, path: string): Value | typeof REMOVED;
  /** The value of a missing field; undefined leaves it missing. */
  create(context: UpdateContext, path: string): Value | undefined;
  /** It creates nothing, and yet fails where nothing could be created: in a scalar, at a name in an array. */
  readonly needsPath?: boolean;
}

interface LeafNode {
  readonly kind: 'leaf';
  readonly operator: LeafOperator;
}

export interface ObjectNode {
  readonly kind: 'object';
  readonly children: Map<string, UpdateNode>;
  /** The children in the order in which they are applied, once it was worked out. */
  ordered?: readonly [string, UpdateNode][];
  /** The child at `$`; it joins the child with the matched index when the update is applied. */
  positional: UpdateNode | undefined;
}

export interface ArrayNode {
  readonly kind: 'array';
  /** Children by the identifier of `$[identifier]`; `''` is `$[]`. */
  readonly children: Map<string, UpdateNode>;
}

export type UpdateNode = LeafNode | ObjectNode | ArrayNode;

export function objectNode(): ObjectNode {
  return { kind: 'object', children: new Map(), positional: undefined };
}

const ARRAY_PART = /^\$\[(.*)\]$/s;

/** The identifier in `$[identifier]`, `''` for `$[]`, null for other parts of a path. */
export function arrayIdentifier(part: string): string | null {
  return ARRAY_PART.exec(part)?.[1] ?? null;
}

function conflict(path: string, at: string): MongoServerFault {
  return new MongoServerFault(
    ErrorCode.ConflictingUpdateOperators,
    `Updating the path '${path}' would create a conflict at '${at}'`,
  );
}

function childOf(node: ObjectNode | ArrayNode, part: string): UpdateNode | undefined {
  if (node.kind === 'array') return node.children.get(arrayIdentifier(part) ?? '');
  return part === '$' ? node.positional : node.children.get(part);
}

function setChild(node: ObjectNode | ArrayNode, part: string, child: UpdateNode): void {
  if (node.kind === 'array') node.children.set(arrayIdentifier(part) ?? '', child);
  else if (part === '$') node.positional = child;
  else node.children.set(part, child);
}

/**
 * Puts an operator into the tree.
 * @throws MongoServerFault 40 if another operator works on the same path, above or below it.
 */
export function insertLeaf(root: ObjectNode, parts: readonly string[], operator: LeafOperator): void {
  const path = parts.join('.');
  let node: ObjectNode | ArrayNode = root;
  for (let i = 0; i < parts.length - 1; i += 1) {
    const part = parts[i] as string;
    const next = parts[i + 1] as string;
    const wanted = arrayIdentifier(next) === null ? 'object' : 'array';
    const child: UpdateNode =
      childOf(node, part) ?? (wanted === 'object' ? objectNode() : { kind: 'array', children: new Map() });
    if (child.kind === 'leaf' || child.kind !== wanted) throw conflict(path, parts.slice(0, i + 1).join('.'));
    setChild(node, part, child);
    node = child;
  }
  const last = parts[parts.length - 1] as string;
  if (childOf(node, last)) throw conflict(path, path);
  setChild(node, last, { kind: 'leaf', operator });
}

/**
 * Joins two nodes that turned out to work on the same element.
 * @throws MongoServerFault 40 if they cannot both be applied.
 */
export function mergeNodes(a: UpdateNode, b: UpdateNode, path: string): UpdateNode {
  const refuse = () =>
    new MongoServerFault(ErrorCode.ConflictingUpdateOperators, `Update created a conflict at '${path}'`);
  if (a.kind === 'object' && b.kind === 'object') {
    const merged: ObjectNode = {
      kind: 'object',
      children: mergeChildren(a.children, b.children, path),
      positional: a.positional ?? b.positional,
    };
    if (a.positional && b.positional) merged.positional = mergeNodes(a.positional, b.positional, `${path}.$`);
    return merged;
  }
  if (a.kind === 'array' && b.kind === 'array') {
    return { kind: 'array', children: mergeChildren(a.children, b.children, path) };
  }
  throw refuse();
}

function mergeChildren(
  a: ReadonlyMap<string, UpdateNode>,
  b: ReadonlyMap<string, UpdateNode>,
  path: string,
): Map<string, UpdateNode> {
  const merged = new Map(a);
  for (const [name, child] of b) {
    const other = merged.get(name);
    merged.set(name, other ? mergeNodes(other, child, `${path}.${name}`) : child);
  }
  return merged;
}

/** MongoDB applies fields in this order: numbers by value, everything else by code unit. */
export function compareFieldNames(a: string, b: string): number {
  if (isArrayIndex(a) && isArrayIndex(b) && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
