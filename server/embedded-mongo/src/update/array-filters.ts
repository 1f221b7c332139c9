import { badValue, failedToParse } from '../errors';
import { compileFilter, type FilterNode } from '../query/filter';
import { show } from '../values/show';
import type { Doc, Value } from '../values/value';

const IDENTIFIER = /^[a-z][a-zA-Z0-9]*$/;

export type ElementTest = (element: Value) => boolean;

/** Compiles `arrayFilters`: a test of elements for each identifier. */
export function compileArrayFilters(filters: readonly Doc[]): Map<string, ElementTest> {
  const tests = new Map<string, ElementTest>();
  for (const source of filters) {
    const filter = compileFilter(source);
    const identifier = identifierOf(filter.ast);
    if (identifier === null) {
      throw failedToParse(
        `Cannot use an expression without a top-level field name in arrayFilters: ${show(source)}`,
      );
    }
    if (!IDENTIFIER.test(identifier)) {
      throw badValue(
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
      );
    }
    if (tests.has(identifier)) {
      throw failedToParse(`Found multiple array filters with the same top-level field name ${identifier}`);
    }
    tests.set(identifier, (element) => filter.matches(new Map([[identifier, element]])) !== null);
  }
  return tests;
}

/** The first part that all paths of the filter share. */
function identifierOf(node: FilterNode): string | null {
  const names = new Set<string>();
  collectNames(node, names);
  const [first, second] = names;
  if (second !== undefined) {
    throw failedToParse(
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${first}' and '${second}'`,
    );
  }
  return first ?? null;
}

function collectNames(node: FilterNode, into: Set<string>): void {
  switch (node.kind) {
    case 'and':
    case 'or':
    case 'nor':
      for (const child of node.children) collectNames(child, into);
      return;
    case 'not':
      collectNames(node.child, into);
      return;
    case 'never':
      return;
    default:
      into.add(node.path.split('.', 1)[0] as string);
  }
}
