import { ErrorCode, failedToParse, MongoServerFault } from '../errors';
import { checkFieldPath } from '../values/field-path';
import { encodeKey } from '../values/key';
import { splitPath } from '../values/paths';
import { show } from '../values/show';
import { BsonUndefined, type Doc, isDoc, type Value } from '../values/value';
import { valueAtPath } from './expression';
import { type PipelineContext, REST, type Stage } from './stage';

const OPTIONS = ['from', 'localField', 'foreignField', 'as'];

/** `$lookup` by equality of two fields: adds the array of the other collection's documents. */
export function lookupStage(spec: Value): Stage {
  if (!isDoc(spec)) throw failedToParse(`the $lookup specification must be an Object, not ${show(spec)}`);
  const [from, localField, foreignField, as] = parseOptions(spec);
  checkFieldPath(localField);
  checkFieldPath(foreignField);
  checkFieldPath(as);
  const localParts = splitPath(localField);
  const asParts = splitPath(as);
  return function* (input, context) {
    for (const doc of input) {
      if (doc === REST) {
        yield doc;
        continue;
      }
      const wanted = wantedValues(doc, localParts);
      yield withField(doc, asParts, yield* joined(context, from, foreignField, wanted));
    }
  };
}

function parseOptions(spec: Doc): [string, string, string, string] {
  for (const [name, value] of spec) {
    if (name === 'let' || name === 'pipeline') {
      throw new MongoServerFault(
        ErrorCode.NotImplemented,
        `$lookup with '${name}' is not supported: only equality of localField and foreignField is`,
      );
    }
    if (!OPTIONS.includes(name)) throw failedToParse(`unknown argument to $lookup: ${name}`);
    if (typeof value !== 'string') {
      throw failedToParse(`$lookup argument '${name}' must be a string, found ${name}: ${show(value)}`);
    }
  }
  const values = OPTIONS.map((name) => spec.get(name));
  if (typeof values[3] !== 'string') throw failedToParse("must specify 'as' field for a $lookup");
  if (typeof values[0] !== 'string') throw failedToParse("must specify 'from' field for a $lookup");
  if (values.includes(undefined)) {
    throw failedToParse(
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  }
  return values as [string, string, string, string];
}

/** A missing local field joins as null; an array joins by each of its elements. */
function wantedValues(doc: Doc, parts: readonly string[]): Value[] {
  const local = valueAtPath(doc, parts);
  if (local === undefined || local === BsonUndefined.VALUE) return [null];
  if (!Array.isArray(local)) return [local];
  const values = parts.length > 1 ? local.flat() : local;
  return values;
}

function* joined(
  context: PipelineContext,
  from: string,
  foreignField: string,
  wanted: Value[],
): Generator<Doc, Value[]> {
  const found = new Map<string, Doc>();
  for (const value of wanted) {
    for (const doc of context.lookup(from, foreignField, value)) {
      if (doc === REST) {
        yield doc;
        continue;
      }
      const key = encodeKey([doc.get('_id') ?? null]).toString('latin1');
      if (!found.has(key)) found.set(key, doc);
    }
  }
  return [...found.values()];
}

function withField(doc: Doc, parts: readonly string[], value: Value, at = 0): Doc {
  const result = new Map(doc);
  const part = parts[at] as string;
  if (at === parts.length - 1) return result.set(part, value);
  const inner = doc.get(part);
  return result.set(part, withField(isDoc(inner) ? inner : new Map(), parts, value, at + 1));
}
