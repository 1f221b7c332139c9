import { badValue, ErrorCode, MongoServerFault } from '../errors';
import { showField } from '../values/show';
import { type Doc, isDoc, type Value } from '../values/value';
import {
  type ArrayNode,
  compareFieldNames,
  mergeNodes,
  type ObjectNode,
  REMOVED,
  type UpdateContext,
  type UpdateNode,
} from './tree';

/** MongoDB's limit of nulls that setting an index beyond an array's end may add. */
const MAX_BACKFILL = 1_500_000;
/** Updates also take an index with leading zeros, which queries do not. */
const UPDATE_INDEX = /^[0-9]+$/;

type Changed = Value | typeof REMOVED;

/** Applies a tree of operators to a document; the same object comes back if nothing changes. */
export function applyTree(root: ObjectNode, doc: Doc, context: UpdateContext): Doc {
  return changeDoc(root, doc, context, '');
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The children to apply, in MongoDB's order, with the positional one in its place. */
function childrenOf(node: ObjectNode, context: UpdateContext, path: string): readonly [string, UpdateNode][] {
  if (!node.positional) {
    node.ordered ??= inOrder(node.children);
    return node.ordered;
  }
  if (context.arrayIndex === undefined) {
    throw badValue('The positional operator did not find the match needed from the query.');
  }
  const children = new Map(node.children);
  const name = String(context.arrayIndex);
  const other = children.get(name);
  children.set(name, other ? mergeNodes(other, node.positional, join(path, name)) : node.positional);
  return inOrder(children);
}

function inOrder(children: ReadonlyMap<string, UpdateNode>): [string, UpdateNode][] {
  return [...children].sort(([a], [b]) => compareFieldNames(a, b));
}

function change(node: UpdateNode, value: Value, context: UpdateContext, path: string): Changed {
  switch (node.kind) {
    case 'leaf':
      return node.operator.change(value, context, path);
    case 'array':
      return changeElements(node, value, context, path);
    default:
      if (isDoc(value)) return changeDoc(node, value, context, path);
      if (Array.isArray(value)) return changeArray(node, value, context, path);
      return changeScalar(node, value, context, path);
  }
}

/** A scalar has no fields: creating one fails, operators that only remove have nothing to do. */
function changeScalar(node: ObjectNode, value: Value, context: UpdateContext, path: string): Value {
  for (const [name, child] of childrenOf(node, context, path)) {
    refuseCreation(child, context, join(path, name), () => notViable(name, value, path));
  }
  return value;
}

/** Where nothing can be created every operator fails that wants to, or that insists on its path. */
function refuseCreation(
  node: UpdateNode,
  context: UpdateContext,
  path: string,
  refuse: () => MongoServerFault,
): void {
  if (node.kind === 'array') throw pathMustExist(path);
  if (node.kind === 'object') {
    for (const [name, child] of childrenOf(node, context, path)) {
      refuseCreation(child, context, join(path, name), refuse);
    }
    return;
  }
  if (node.operator.needsPath || node.operator.create(context, path) !== undefined) throw refuse();
}

function pathMustExist(path: string): MongoServerFault {
  return badValue(`The path '${path}' must exist in the document in order to apply array updates.`);
}

function notViable(name: string, value: Value, path: string): MongoServerFault {
  const parent = path.slice(path.lastIndexOf('.') + 1);
  return new MongoServerFault(
    ErrorCode.PathNotViable,
    `Cannot create field '${name}' in element ${showField(parent, value)}`,
  );
}

function changeDoc(node: ObjectNode, doc: Doc, context: UpdateContext, path: string): Doc {
  let result = doc;
  for (const [name, child] of childrenOf(node, context, path)) {
    const before = doc.get(name);
    const after =
      before === undefined
        ? create(child, context, join(path, name))
        : change(child, before, context, join(path, name));
    if (after === before) continue;
    if (result === doc) result = new Map(doc);
    if (after === REMOVED) result.delete(name);
    else if (after !== undefined) result.set(name, after);
  }
  return result;
}

function changeArray(node: ObjectNode, array: Value[], context: UpdateContext, path: string): Value[] {
  let result = array;
  for (const [name, child] of childrenOf(node, context, path)) {
    if (!UPDATE_INDEX.test(name)) {
      refuseCreation(child, context, join(path, name), () => notViable(name, array, path));
      continue;
    }
    const index = Number(name);
    const before = result[index];
    const after =
      before === undefined
        ? create(child, context, join(path, name))
        : change(child, before, context, join(path, name));
    if (after === before || after === undefined) continue;
    if (result === array) result = array.slice();
    if (index - result.length > MAX_BACKFILL) {
      throw new MongoServerFault(
        ErrorCode.CannotBackfillArray,
        `can't backfill more than ${MAX_BACKFILL} elements`,
      );
    }
    while (result.length < index) result.push(null);
    result[index] = after === REMOVED ? null : after;
  }
  return result;
}

function changeElements(node: ArrayNode, value: Value, context: UpdateContext, path: string): Value {
  if (!Array.isArray(value)) {
    const name = path.slice(path.lastIndexOf('.') + 1);
    throw badValue(`Cannot apply array updates to non-array element ${showField(name, value).slice(1, -1)}`);
  }
  let result = value;
  value.forEach((element, index) => {
    const elementPath = join(path, String(index));
    const child = childForElement(node, element, context, elementPath);
    const after = child ? change(child, element, context, elementPath) : element;
    if (after === element) return;
    if (result === value) result = value.slice();
    result[index] = after === REMOVED ? null : after;
  });
  return result;
}

function childForElement(
  node: ArrayNode,
  element: Value,
  context: UpdateContext,
  path: string,
): UpdateNode | undefined {
  let chosen: UpdateNode | undefined;
  for (const [identifier, child] of node.children) {
    if (identifier !== '' && context.arrayFilters.get(identifier)?.(element) !== true) continue;
    chosen = chosen ? mergeNodes(chosen, child, path) : child;
  }
  return chosen;
}

/** The value that a node gives to a missing field; undefined if it gives none. */
function create(node: UpdateNode, context: UpdateContext, path: string): Value | undefined {
  if (node.kind === 'leaf') return node.operator.create(context, path);
  if (node.kind === 'array') throw pathMustExist(path);
  let result: Doc | undefined;
  for (const [name, child] of childrenOf(node, context, path)) {
    const value = create(child, context, join(path, name));
    if (value === undefined) continue;
    result ??= new Map();
    result.set(name, value);
  }
  return result;
}
