import { badValue, ErrorCode, MongoServerFault } from '../errors';
import { checkFieldPath } from '../values/field-path';
import { splitPath } from '../values/paths';
import { type Doc, isDoc, type Value } from '../values/value';

/** Computes a value from a document; undefined is a missing value. */
export type Expression = (root: Doc, now: Date) => Value | undefined;

/** The value at a field path as expressions see it: through arrays it is the array of what their documents hold. */
export function valueAtPath(value: Value | undefined, parts: readonly string[], at = 0): Value | undefined {
  if (at === parts.length) return value;
  if (isDoc(value)) return valueAtPath(value.get(parts[at] as string), parts, at + 1);
  if (!Array.isArray(value)) return undefined;
  const found: Value[] = [];
  for (const item of value) {
    // An array in an array is passed over.
    if (!isDoc(item)) continue;
    const inner = valueAtPath(item, parts, at);
    if (inner !== undefined) found.push(inner);
  }
  return found;
}

function compilePath(path: string): Expression {
  checkFieldPath(path);
  const parts = splitPath(path);
  return (root) => valueAtPath(root, parts);
}

function compileVariable(text: string): Expression {
  const [name = '', ...parts] = text.slice(2).split('.');
  switch (name) {
    case 'ROOT':
    case 'CURRENT':
      return (root) => valueAtPath(root, parts);
    case 'NOW':
      return (_root, now) => (parts.length === 0 ? new Date(now.getTime()) : undefined);
    case 'REMOVE':
      return () => undefined;
    default:
      throw new MongoServerFault(17276, `Use of undefined variable: ${name}`);
  }
}

/**
 * Compiles an aggregation expression: field paths, `$literal`, documents and arrays of expressions, constants.
 * @throws MongoServerFault 168 that names every other operator.
 */
export function compileExpression(source: Value): Expression {
  if (typeof source === 'string') {
    if (source === '$') throw new MongoServerFault(16872, "'$' by itself is not a valid FieldPath");
    if (source.startsWith('$$')) return compileVariable(source);
    if (source.startsWith('$')) return compilePath(source.slice(1));
    return () => source;
  }
  if (Array.isArray(source)) {
    const items = source.map(compileExpression);
    return (root, now) => items.map((item) => item(root, now) ?? null);
  }
  return isDoc(source) ? compileDocument(source) : () => source;
}

function compileDocument(source: Doc): Expression {
  const first = source.keys().next().value;
  if (first?.startsWith('$')) {
    if (source.size > 1) {
      throw new MongoServerFault(
        15983,
        `An object representing an expression must have exactly one field: ${[...source.keys()].join(', ')}`,
      );
    }
    if (first === '$literal') {
      const literal = source.get(first) as Value;
      return () => literal;
    }
    throw new MongoServerFault(ErrorCode.InvalidPipelineOperator, `Unrecognized expression '${first}'`);
  }
  const fields: [string, Expression][] = [];
  for (const [name, value] of source) {
    if (name.includes('.')) throw badValue(`FieldPath field names may not contain '.': ${name}`);
    if (name.startsWith('$')) {
      throw new MongoServerFault(16410, `FieldPath field names may not start with '$': ${name}`);
    }
    fields.push([name, compileExpression(value)]);
  }
  return (root, now) => {
    const result: Doc = new Map();
    for (const [name, expression] of fields) {
      const value = expression(root, now);
      if (value !== undefined) result.set(name, value);
    }
    return result;
  };
}
