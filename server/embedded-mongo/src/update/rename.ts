import { badValue } from '../errors';
import { isArrayIndex, splitPath } from '../values/paths';
import { show, showField } from '../values/show';
import { type Doc, isDoc, type Value } from '../values/value';
import { type LeafOperator, REMOVED } from './tree';

/** Both ends of a `$rename`: they are two leaves of the tree, so that other operators conflict with either. */
export interface RenameOperators {
  readonly target: string;
  /** Takes the old field away. */
  readonly source: LeafOperator;
  /** Puts its value at the new place. */
  readonly destination: LeafOperator;
}

function isDynamic(parts: readonly string[]): boolean {
  return parts.some((part) => part === '$' || part.startsWith('$['));
}

/** Checks and compiles `{$rename: {path: operand}}`. */
export function renameOperators(path: string, operand: Value): RenameOperators {
  if (typeof operand !== 'string') {
    throw badValue(`The 'to' field for $rename must be a string: ${showField(path, operand).slice(1, -1)}`);
  }
  if (operand.includes('\0'))
    throw badValue("The 'to' field for $rename cannot contain an embedded null byte");
  const from = splitPath(path);
  const to = splitPath(operand);
  if (isDynamic(from)) throw badValue(`The source field for $rename may not be dynamic: ${path}`);
  if (isDynamic(to)) throw badValue(`The destination field for $rename may not be dynamic: ${operand}`);
  if (path === operand) {
    throw badValue(`The source and target field for $rename must differ: ${path}: "${operand}"`);
  }
  if (`${operand}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${operand}.`)) {
    throw badValue(
      `The source and target field for $rename must not be on the same path: ${path}: "${operand}"`,
    );
  }
  const moved = (root: Doc): Value | undefined => {
    const value = sourceValue(root, from, path);
    if (value !== undefined) refuseArrayOnTheWay(root, to, operand, 'destination');
    return value;
  };
  return {
    target: operand,
    source: { change: () => REMOVED, create: () => undefined },
    destination: {
      change: (value, context) => moved(context.root) ?? value,
      create: (context) => moved(context.root),
    },
  };
}

/** The value to move; undefined if there is none. */
function sourceValue(root: Doc, parts: readonly string[], path: string): Value | undefined {
  let value: Value | undefined = root;
  let throughArray = false;
  for (const part of parts) {
    if (isDoc(value)) value = value.get(part);
    else if (Array.isArray(value) && isArrayIndex(part)) {
      throughArray = true;
      value = value[Number(part)];
    } else return undefined;
  }
  if (value !== undefined && throughArray) refuseArrayOnTheWay(root, parts, path, 'source');
  return value;
}

function refuseArrayOnTheWay(root: Doc, parts: readonly string[], path: string, end: string): void {
  let value: Value | undefined = root;
  for (const [at, part] of parts.entries()) {
    if (Array.isArray(value)) {
      const id = root.get('_id');
      throw badValue(
        `The ${end} field cannot be an array element, '${path}' in doc with _id: ${id === undefined ? 'none' : show(id)} has an array field called '${parts[at - 1] ?? ''}'`,
      );
    }
    value = isDoc(value) ? value.get(part) : undefined;
  }
}
