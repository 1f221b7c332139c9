import type { Doc, Value } from '../values/value';
import { compileArrayFinder } from './match';
import { parseElemMatch } from './parse-filter';

/** The index of the first element of an array that meets the operand of `$elemMatch`, -1 if none does. */
export function compileElemMatch(operand: Doc): (array: Value[]) => number {
  return compileArrayFinder(parseElemMatch('', operand));
}
