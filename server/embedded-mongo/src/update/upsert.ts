import { ErrorCode, MongoServerFault } from '../errors';
import type { FilterNode } from '../query/filter';
import { splitPath } from '../values/paths';
import { type Doc, isDoc, type Value } from '../values/value';

/**
 * The equalities that a filter demands, from which an upsert starts. Inequalities, `$or` and negations are ignored.
 * @param isWanted which paths count, also for conflicts
 * @throws MongoServerFault 54 if a path is given twice, or together with one below it.
 */
export function equalitiesOf(
  ast: FilterNode,
  isWanted: (path: string) => boolean = () => true,
): Map<string, Value> {
  const found = new Map<string, Value>();
  collect(ast, isWanted, found);
  return found;
}

function collect(node: FilterNode, isWanted: (path: string) => boolean, into: Map<string, Value>): void {
  if (node.kind === 'and') {
    for (const child of node.children) collect(child, isWanted, into);
    return;
  }
  if (node.kind !== 'compare' || node.op !== 'eq' || !isWanted(node.path)) return;
  for (const other of into.keys()) {
    if (other === node.path) {
      throw new MongoServerFault(
        ErrorCode.NotSingleValueField,
        `cannot infer query fields to set, path '${node.path}' is matched twice`,
      );
    }
    if (other.startsWith(`${node.path}.`) || node.path.startsWith(`${other}.`)) {
      throw new MongoServerFault(
        ErrorCode.NotSingleValueField,
        `cannot infer query fields to set, both paths '${other}' and '${node.path}' are matched`,
      );
    }
  }
  into.set(node.path, node.value);
}

/** The document of these equalities in the order of their paths; a numeric part of a path becomes a field name. */
export function docOfEqualities(equalities: ReadonlyMap<string, Value>): Doc {
  const result: Doc = new Map();
  const id = equalities.get('_id');
  if (id !== undefined) result.set('_id', id);
  const ordered = [...equalities].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const [path, value] of ordered) {
    const parts = splitPath(path);
    const last = parts.pop() as string;
    let target = result;
    for (const part of parts) {
      const next = target.get(part);
      const child: Doc = isDoc(next) ? next : new Map();
      target.set(part, child);
      target = child;
    }
    target.set(last, value);
  }
  return result;
}
