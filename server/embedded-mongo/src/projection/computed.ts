import type { Expression } from '../aggregation/expression';
import { type Doc, isDoc, type Value } from '../values/value';

export interface ComputedField {
  readonly parts: readonly string[];
  readonly expression: Expression;
}

/** Adds the computed fields; each is computed from the document before the projection. */
export function applyComputed(target: Doc, source: Doc, fields: readonly ComputedField[], now: Date): Doc {
  let result = target;
  for (const { parts, expression } of fields) {
    const value = expression(source, now);
    result = withValue(result, parts, 0, value);
  }
  return result;
}

function withValue(doc: Doc, parts: readonly string[], at: number, value: Value | undefined): Doc {
  const part = parts[at] as string;
  const result = new Map(doc);
  if (at === parts.length - 1) {
    if (value !== undefined) result.set(part, value);
    return result;
  }
  result.set(part, inValue(doc.get(part), parts, at + 1, value));
  return result;
}

/** A nested field is set in a document, in every element of an array, or in a new document in place of a scalar. */
function inValue(
  inner: Value | undefined,
  parts: readonly string[],
  at: number,
  value: Value | undefined,
): Value {
  if (Array.isArray(inner)) return inner.map((item) => inValue(item, parts, at, value));
  return withValue(isDoc(inner) ? inner : new Map(), parts, at, value);
}
