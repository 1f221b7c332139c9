import { MongoServerFault } from '../errors';
import type { CompiledFilter, FilterMatch } from '../query/filter';
import type { Doc } from '../values/value';

/** Compiles a projection. */
export function compileProjection(
  projection: Doc,
  filter?: CompiledFilter,
): (doc: Doc, match?: FilterMatch | null) => Doc {
  if (projection.size === 0) return (doc) => doc;
  throw new MongoServerFault(238, `projections are not ready: ${String(filter?.ast.kind)}`);
}
