import { badValue, ErrorCode, failedToParse, MongoServerFault } from '../errors';
import { splitPath } from '../values/paths';
import { showField } from '../values/show';
import { type Doc, isDoc, typeName } from '../values/value';
import { parseOperator, UNSET } from './operators';
import { renameOperator, renameTarget } from './rename';
import { arrayIdentifier, insertLeaf, type ObjectNode, objectNode } from './tree';

/** A parsed update of operators. */
export interface ParsedUpdate {
  readonly root: ObjectNode;
  /** Identifiers of `$[identifier]` in use. */
  readonly identifiers: ReadonlySet<string>;
}

/** Parses `{$set: {…}, $inc: {…}}`. */
export function parseUpdate(update: Doc, knownIdentifiers: ReadonlySet<string>): ParsedUpdate {
  const root = objectNode();
  const identifiers = new Set<string>();
  for (const [operator, fields] of update) {
    if (!operator.startsWith('$') || !isKnownOperator(operator)) {
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDoc(fields)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not ${showField(operator, fields)}`,
      );
    }
    for (const [path, operand] of fields) {
      const parts = checkedParts(path);
      if (operator !== '$rename') {
        insertLeaf(root, parts, parseOperator(operator, path, operand));
        // A conflict comes first.
        useIdentifiers(path, parts, knownIdentifiers, identifiers);
        continue;
      }
      insertLeaf(root, parts, UNSET);
      const target = renameTarget(path, operand);
      const targetParts = checkedParts(target);
      insertLeaf(root, targetParts, renameOperator(path, target));
    }
  }
  return { root, identifiers };
}

const OPERATORS = new Set([
  '$set',
  '$unset',
  '$setOnInsert',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$rename',
  '$currentDate',
  '$push',
  '$addToSet',
  '$pull',
  '$pullAll',
  '$pop',
]);

function isKnownOperator(name: string): boolean {
  return OPERATORS.has(name);
}

function checkedParts(path: string): string[] {
  if (path === '') throw new MongoServerFault(ErrorCode.EmptyFieldName, 'An empty update path is not valid.');
  const parts = splitPath(path);
  if (parts.includes('')) {
    throw new MongoServerFault(
      ErrorCode.EmptyFieldName,
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
  const [first = ''] = parts;
  if (first === '$') {
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  }
  if (arrayIdentifier(first) !== null) {
    throw badValue(
      `Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '${path}'`,
    );
  }
  if (parts.filter((part) => part === '$').length > 1) {
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
  }
  return parts;
}

function useIdentifiers(
  path: string,
  parts: readonly string[],
  known: ReadonlySet<string>,
  used: Set<string>,
): void {
  for (const part of parts) {
    const identifier = arrayIdentifier(part);
    if (!identifier) continue;
    if (!known.has(identifier)) {
      throw badValue(`No array filter found for identifier '${identifier}' in path '${path}'`);
    }
    used.add(identifier);
  }
}
