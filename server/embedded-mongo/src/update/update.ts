import { MongoServerFault } from '../errors';
import type { CompiledFilter, FilterMatch } from '../query/filter';
import type { Doc, Value } from '../values/value';

export interface UpdateOptions {
  arrayFilters?: Doc[];
  /** False where the command does not take a replacement document. */
  allowReplacement: boolean;
  multi: boolean;
}

export interface CompiledUpdate {
  readonly kind: 'operators' | 'replacement';
  /**
   * The document after the update; the very same object if nothing changed. `doc` is never altered.
   * @throws MongoServerFault, for example 66 if the update would change `_id`.
   */
  apply(doc: Doc, match: FilterMatch | null, now: Date): Doc;
  /** The document that an upsert inserts; without `_id` if neither filter nor update give one. */
  upsert(filter: CompiledFilter, now: Date): Doc;
}

/** Compiles an update. */
export function compileUpdate(update: Value, options: UpdateOptions): CompiledUpdate {
  throw new MongoServerFault(238, `updates are not ready: ${String(update)} ${String(options.multi)}`);
}
