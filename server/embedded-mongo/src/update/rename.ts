import { badValue, ErrorCode, MongoServerFault } from '../errors';
import { splitPath } from '../values/paths';
import { show, showField } from '../values/show';
import { type Doc, isDoc, type Value } from '../values/value';
import type { LeafOperator } from './tree';

/** The source's index in an array: leading zeros count for nothing. */
const INDEX = /^[0-9]+$/;

function isDynamic(parts: readonly string[]): boolean {
  return parts.some((part) => part === '$' || part.startsWith('$['));
}

/** The path to which `{$rename: {path: operand}}` leads. */
export function renameTarget(path: string, operand: Value): string {
  if (typeof operand !== 'string') {
    throw badValue(`The 'to' field for $rename must be a string: ${showField(path, operand).slice(1, -1)}`);
  }
  if (operand.includes('\0'))
    throw badValue("The 'to' field for $rename cannot contain an embedded null byte");
  return operand;
}

/**
 * What puts the value at its new place; at its old one `$unset` takes it away: both are leaves of the tree, so that
 * other operators conflict with either.
 */
export function renameOperator(path: string, operand: string): LeafOperator {
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
    change: (value, context) => moved(context.root) ?? value,
    create: (context) => moved(context.root),
  };
}

/** The value to move; undefined if there is none. */
function sourceValue(root: Doc, parts: readonly string[], path: string): Value | undefined {
  let value: Value | undefined = root;
  let throughArray = false;
  for (const part of parts) {
    if (isDoc(value)) value = value.get(part);
    else if (Array.isArray(value) && INDEX.test(part)) {
      throughArray = true;
      value = value[Number(part)];
    } else if (value === undefined) return undefined;
    else {
      throw new MongoServerFault(
        ErrorCode.PathNotViable,
        `cannot use the part (${part} of ${path}) to traverse the element`,
      );
    }
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
