import type { Doc } from '../values/value';
import type { FilterNode } from './filter-node';
import { compileMatcher, type FilterMatch } from './match';
import { parseFilter } from './parse-filter';

export type { CompareOp, FilterNode, PathNode } from './filter-node';
export type { FilterMatch } from './match';

/** A filter, parsed for the planner and compiled for matching. */
export interface CompiledFilter {
  readonly ast: FilterNode;
  /** Null if the document does not match. */
  matches(doc: Doc): FilterMatch | null;
}

/**
 * Parses and compiles a query filter.
 * @throws MongoServerFault with MongoDB's code (mostly 2) for everything that is malformed or not supported.
 */
export function compileFilter(filter: Doc): CompiledFilter {
  const ast = parseFilter(filter);
  return { ast, matches: compileMatcher(ast) };
}
