import { Long } from 'bson';
import { MongoServerFault } from '../errors';
import { checkFieldPath } from '../values/field-path';
import { splitPath } from '../values/paths';
import { BsonUndefined, type Doc, isDoc, type Value } from '../values/value';
import { REST, type Stage } from './stage';

interface UnwindOptions {
  readonly path: string;
  readonly keepEmpty: boolean;
  readonly indexField: string | undefined;
}

/** `$unwind`: one document for each element of an array. */
export function unwindStage(spec: Value): Stage {
  const { path, keepEmpty, indexField } = parseOptions(spec);
  const parts = splitPath(path);
  const indexParts = indexField === undefined ? undefined : splitPath(indexField);

  function withIndex(doc: Doc, index: number | null): Doc {
    if (!indexParts) return doc;
    return replaced(doc, indexParts, index === null ? null : Long.fromNumber(index));
  }

  return function* (input) {
    for (const doc of input) {
      if (doc === REST) {
        yield doc;
        continue;
      }
      const value = fieldAt(doc, parts);
      if (Array.isArray(value) && value.length > 0) {
        for (let i = 0; i < value.length; i += 1) {
          yield withIndex(replaced(doc, parts, value[i] as Value), i);
        }
        continue;
      }
      const empty =
        value === undefined || value === null || value === BsonUndefined.VALUE || Array.isArray(value);
      if (!empty) yield withIndex(doc, null);
      else if (keepEmpty) yield withIndex(Array.isArray(value) ? replaced(doc, parts, undefined) : doc, null);
    }
  };
}

/** The field itself: arrays on the way are not walked. */
function fieldAt(doc: Doc, parts: readonly string[]): Value | undefined {
  let value: Value | undefined = doc;
  for (const part of parts) value = isDoc(value) ? value.get(part) : undefined;
  return value;
}

function replaced(doc: Doc, parts: readonly string[], value: Value | undefined, at = 0): Doc {
  const result = new Map(doc);
  const part = parts[at] as string;
  if (at < parts.length - 1) {
    const inner = doc.get(part);
    result.set(part, replaced(isDoc(inner) ? inner : new Map(), parts, value, at + 1));
  } else if (value === undefined) result.delete(part);
  else result.set(part, value);
  return result;
}

function parseOptions(spec: Value): UnwindOptions {
  if (typeof spec === 'string') return { path: checkedPath(spec), keepEmpty: false, indexField: undefined };
  if (!isDoc(spec)) {
    throw new MongoServerFault(
      15981,
      'expected either a string or an object as specification for $unwind stage',
    );
  }
  let path: string | undefined;
  let keepEmpty = false;
  let indexField: string | undefined;
  for (const [name, value] of spec) {
    if (name === 'path') {
      if (typeof value !== 'string') {
        throw new MongoServerFault(28808, 'expected a string as the path for $unwind stage');
      }
      path = checkedPath(value);
    } else if (name === 'preserveNullAndEmptyArrays') {
      if (typeof value !== 'boolean') {
        throw new MongoServerFault(
          28809,
          'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage',
        );
      }
      keepEmpty = value;
    } else if (name === 'includeArrayIndex') {
      if (typeof value !== 'string' || value === '') {
        throw new MongoServerFault(
          28810,
          'expected a non-empty string for the includeArrayIndex option to $unwind stage',
        );
      }
      if (value.startsWith('$')) {
        throw new MongoServerFault(
          28822,
          `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${value}`,
        );
      }
      checkFieldPath(value);
      indexField = value;
    } else throw new MongoServerFault(28811, `unrecognized option to $unwind stage: ${name}`);
  }
  if (path === undefined) throw new MongoServerFault(28812, 'no path specified to $unwind stage');
  return { path, keepEmpty, indexField };
}

function checkedPath(text: string): string {
  if (text === '') throw new MongoServerFault(28812, 'no path specified to $unwind stage');
  if (!text.startsWith('$')) {
    throw new MongoServerFault(28818, `path option to $unwind stage should be prefixed with a '$': ${text}`);
  }
  checkFieldPath(text.slice(1));
  return text.slice(1);
}
