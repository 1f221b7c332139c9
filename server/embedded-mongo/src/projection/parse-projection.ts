import { compileExpression } from '../aggregation/expression';
import { badValue, MongoServerFault } from '../errors';
import { compileElemMatch } from '../query/elem-match';
import { truthy } from '../query/operands';
import { checkFieldPath } from '../values/field-path';
import { numberOf } from '../values/number';
import { splitPath } from '../values/paths';
import { show } from '../values/show';
import { type Doc, isDoc, isNumber, typeName, type Value } from '../values/value';
import type { ComputedField } from './computed';
import type { ElemMatchSpec, SliceSpec } from './find-operators';
import type { FieldTree } from './tree';

export interface ParsedProjection {
  readonly kind: 'inclusion' | 'exclusion';
  readonly tree: FieldTree;
  readonly computed: readonly ComputedField[];
  readonly elemMatches: readonly ElemMatchSpec[];
  readonly slices: readonly SliceSpec[];
  readonly positional: readonly string[] | undefined;
}

type Mode = 'find' | 'aggregate';

/** Where a path leads: kept, dropped, or something that is worked out. */
type Entry = 'include' | 'exclude' | 'special';

/**
 * Parses a projection document.
 * @param refusesPositional the query's match is none of the document that is shown
 */
export function parseProjection(spec: Doc, mode: Mode, refusesPositional = false): ParsedProjection {
  const parser = new Parser(mode);
  parser.document(spec, '');
  return parser.finish(refusesPositional);
}

class Parser {
  private readonly entries = new Map<string, Entry>();
  private readonly computed: ComputedField[] = [];
  private readonly elemMatches: ElemMatchSpec[] = [];
  private readonly slices: SliceSpec[] = [];
  private positional: readonly string[] | undefined;
  private kind: 'inclusion' | 'exclusion' | undefined;
  private readonly taken: FieldTree = new Map();
  /** What fails only where nothing else does. */
  private late: MongoServerFault | undefined;

  constructor(private readonly mode: Mode) {}

  document(spec: Doc, prefix: string): void {
    for (const [name, value] of spec) this.field(prefix === '' ? name : `${prefix}.${name}`, value);
  }

  private field(path: string, value: Value): void {
    if (path.endsWith('.$') || path.includes('.$.')) {
      if (this.mode === 'aggregate') {
        throw new MongoServerFault(31324, 'Cannot use positional projection in aggregation projection');
      }
      this.positionalField(path, value);
      return;
    }
    if (isDoc(value)) {
      this.subDocument(path, value);
      return;
    }
    checkFieldPath(path);
    if (typeof value === 'boolean' || isNumber(value)) {
      this.plain(path, truthy(value));
      return;
    }
    this.computedField(path, value);
  }

  private subDocument(path: string, value: Doc): void {
    const first = value.keys().next().value;
    if (first === undefined) {
      throw new MongoServerFault(
        51270,
        `An empty sub-projection is not a valid value. Found empty object at path ${path}`,
      );
    }
    checkFieldPath(path);
    if (!first.startsWith('$')) {
      this.document(value, path);
      return;
    }
    const findOperator = this.mode === 'find' && value.size === 1 ? first : undefined;
    const operand = value.get(first) as Value;
    if (findOperator === '$slice') this.slice(path, operand);
    else if (findOperator === '$elemMatch') this.elemMatch(path, operand);
    else this.computedField(path, value);
  }

  private plain(path: string, included: boolean): void {
    this.take(path);
    this.entries.set(path, included ? 'include' : 'exclude');
    if (path === '_id') return;
    this.settle(included ? 'inclusion' : 'exclusion', path);
  }

  private settle(kind: 'inclusion' | 'exclusion', path: string): void {
    if (this.kind === undefined || this.kind === kind) {
      this.kind = kind;
      return;
    }
    throw kind === 'exclusion'
      ? new MongoServerFault(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
      : new MongoServerFault(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
  }

  private computedField(path: string, value: Value): void {
    const expression = compileExpression(value);
    this.take(path);
    if (path !== '_id' || this.kind === undefined) {
      if (this.kind === 'exclusion') {
        throw new MongoServerFault(
          31310,
          `Cannot use an expression ${path}: ${show(value)} in an exclusion projection`,
        );
      }
      if (path !== '_id') this.kind = 'inclusion';
    }
    this.entries.set(path, 'special');
    this.computed.push({ parts: splitPath(path), expression });
  }

  private slice(path: string, operand: Value): void {
    try {
      this.take(path);
    } catch (collision) {
      // Two numbers would make an expression, too, which collides in its turn.
      if (Array.isArray(operand) && operand.length === 2 && this.kind !== 'exclusion') throw collision;
      throw this.noSlice(operand, (collision as MongoServerFault).message);
    }
    this.entries.set(path, 'special');
    this.slices.push({ parts: splitPath(path), ...this.sliceOf(operand) });
  }

  private sliceOf(operand: Value): { skip: number | undefined; limit: number } {
    if (isNumber(operand)) return { skip: undefined, limit: Math.trunc(numberOf(operand)) };
    if (!Array.isArray(operand))
      throw this.noSlice(operand, 'it must be a number or an array of two numbers');
    const [skip, limit] = operand;
    if (operand.length !== 2)
      throw this.noSlice(operand, '$slice array argument should be of form [skip, limit]');
    const count = isNumber(limit) ? Math.trunc(numberOf(limit)) : Number.NaN;
    if (!isNumber(skip) || !(count > 0)) {
      // No such `$slice`, yet an expression by its form, which makes this an inclusion and fails at last.
      if (this.kind === 'exclusion') throw this.noSlice(operand, '$slice limit must be positive');
      this.kind = 'inclusion';
      this.late ??= new MongoServerFault(
        28724,
        'the arguments to $slice must be numbers, its limit positive',
      );
    }
    return { skip: isNumber(skip) ? Math.trunc(numberOf(skip)) : 0, limit: count };
  }

  /** MongoDB tries an invalid `$slice` of a projection as one of an expression, where it is invalid as well. */
  private noSlice(operand: Value, reason: string): MongoServerFault {
    return new MongoServerFault(
      this.kind === 'exclusion' ? 31252 : 28667,
      `Invalid $slice syntax. The given syntax { $slice: ${show(operand)} } did not match the find() syntax because :: ${reason}`,
    );
  }

  private elemMatch(path: string, operand: Value): void {
    if (!isDoc(operand)) {
      throw new MongoServerFault(
        31274,
        `elemMatch: Invalid argument, object required, but got ${typeName(operand)}`,
      );
    }
    if (this.positional) {
      throw new MongoServerFault(31255, 'Cannot specify positional operator and $elemMatch.');
    }
    if (path.includes('.')) {
      throw new MongoServerFault(31275, 'Cannot use $elemMatch projection on a nested field.');
    }
    const test = compileElemMatch(operand);
    this.take(path);
    this.entries.set(path, 'special');
    this.elemMatches.push({ name: path, test });
  }

  private positionalField(path: string, value: Value): void {
    const array = path.slice(0, path.indexOf('.$'));
    checkFieldPath(array);
    if (!path.endsWith('.$') || path.indexOf('.$') !== path.length - 2) {
      throw new MongoServerFault(
        31394,
        `As of 4.4, it's illegal to specify positional operator in the middle of a path. Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form like a.b.$.d, remove the parts following the '$' and the results will be equivalent.`,
      );
    }
    if (!(typeof value === 'boolean' || isNumber(value)) || !truthy(value)) {
      throw new MongoServerFault(31395, 'positional projection cannot be used with exclusion');
    }
    if (this.elemMatches.length > 0) {
      throw new MongoServerFault(31256, 'Cannot specify positional operator and $elemMatch.');
    }
    if (this.positional) {
      throw new MongoServerFault(31276, 'Cannot specify more than one positional projection per query.');
    }
    this.plain(array, true);
    this.positional = splitPath(array);
  }

  /** Refuses a path that was given before, or one above or below it. */
  private take(path: string): void {
    const parts = splitPath(path);
    let node = this.taken;
    for (const [at, part] of parts.entries()) {
      const next = node.get(part);
      const last = at === parts.length - 1;
      if (next === true) {
        const remaining = parts.slice(at + 1).join('.');
        throw last
          ? new MongoServerFault(31250, `Path collision at ${path}`)
          : new MongoServerFault(31249, `Path collision at ${path} remaining portion ${remaining}`);
      }
      if (last) {
        if (next) throw new MongoServerFault(31250, `Path collision at ${path}`);
        node.set(part, true);
        return;
      }
      const branch: FieldTree = next ?? new Map();
      node.set(part, branch);
      node = branch;
    }
  }

  finish(refusesPositional: boolean): ParsedProjection {
    if (this.positional && refusesPositional) {
      throw badValue('cannot use a positional projection and return the new document');
    }
    if (this.late) throw this.late;
    const idEntry = this.entries.get('_id');
    const kind = this.kind ?? this.kindWithoutFields(idEntry);
    if (kind === 'exclusion' && this.positional) {
      throw new MongoServerFault(31395, 'positional projection cannot be used with exclusion');
    }
    const tree: FieldTree = new Map();
    const wanted: Entry = kind === 'inclusion' ? 'include' : 'exclude';
    for (const [path, entry] of this.entries) if (entry === wanted) addToTree(tree, splitPath(path));
    if (kind === 'inclusion') {
      if (idEntry === undefined && !hasIdPath(this.entries)) tree.set('_id', true);
      for (const slice of this.slices) addToTree(tree, slice.parts);
      for (const { parts } of this.computed) if (parts.length > 1) addBranch(tree, parts);
    }
    return {
      kind,
      tree,
      computed: this.computed,
      elemMatches: this.elemMatches,
      slices: this.slices,
      positional: this.positional,
    };
  }

  /** Only `_id`, `$slice` or `$elemMatch` are given: an element match includes, a slice excludes nothing and decides for both. */
  private kindWithoutFields(idEntry: Entry | undefined): 'inclusion' | 'exclusion' {
    if (idEntry === 'include' || idEntry === 'special') return 'inclusion';
    if (this.elemMatches.length > 0 && this.slices.length === 0) return 'inclusion';
    return 'exclusion';
  }
}

function hasIdPath(entries: ReadonlyMap<string, Entry>): boolean {
  for (const path of entries.keys()) if (path.startsWith('_id.')) return true;
  return false;
}

function addToTree(tree: FieldTree, parts: readonly string[]): void {
  let node = tree;
  for (const part of parts.slice(0, -1)) {
    const next = node.get(part);
    const branch: FieldTree = next === undefined || next === true ? new Map() : next;
    node.set(part, branch);
    node = branch;
  }
  node.set(parts[parts.length - 1] as string, true);
}

/** A computed nested field keeps the documents on its way, though none of their fields. */
function addBranch(tree: FieldTree, parts: readonly string[]): void {
  let node = tree;
  for (const part of parts.slice(0, -1)) {
    const next = node.get(part);
    if (next === true) return;
    const branch: FieldTree = next ?? new Map();
    node.set(part, branch);
    node = branch;
  }
}
