import type { Doc, Value } from '../../src/values/value';
import type { DataRandom } from './random-documents';

/** A command on the collection `items`, and what can be compared of its answers. */
export interface RandomCommand {
  readonly command: Doc;
  /**
   * `ordered`: the documents in their order; `set`: in any order; `values`: values that are equal, in any order;
   * `reply`: the fields of a write's answer.
   */
  readonly compare: 'ordered' | 'set' | 'values' | 'reply';
  readonly writes: boolean;
}

type Fields = [string, Value][];

const doc = (...fields: Fields): Doc => new Map(fields);

const few = <T>(random: DataRandom, most: number, make: () => T): T[] =>
  Array.from({ length: random.below(most + 1) }, make);

/** Fields of different names; a repeated one is left out. */
function fields(random: DataRandom, most: number, make: () => [string, Value]): Doc {
  return new Map([make(), ...few(random, most - 1, make)]);
}

const int = (random: DataRandom, from: number, to: number) =>
  random.number(from + random.below(to - from + 1));

function operand(random: DataRandom, depth: number): [string, Value] {
  const value = () => random.value(1);
  switch (random.below(19)) {
    case 0:
      return ['$eq', value()];
    case 1:
      return ['$ne', value()];
    case 2:
    case 3:
      return [random.pick(['$gt', '$gte', '$lt', '$lte']), value()];
    case 4:
      return ['$in', few(random, 3, value)];
    case 5:
      return ['$nin', few(random, 3, value)];
    case 6:
      return ['$exists', random.pick<Value>([true, false, random.number(1), random.number(0), null, 'x'])];
    case 7:
      return ['$type', typeOperand(random)];
    case 8:
      return ['$all', allOperand(random, depth)];
    case 9:
      return ['$size', random.chance(0.9) ? int(random, 0, 3) : random.scalar()];
    case 10:
      return [
        '$mod',
        random.chance(0.9) ? [int(random, 1, 3), int(random, 0, 2)] : few(random, 3, () => random.scalar()),
      ];
    case 11:
    case 12:
      return ['$elemMatch', depth > 0 ? elemMatch(random, depth - 1) : doc(['$gt', int(random, 0, 3)])];
    case 13:
      return ['$not', depth > 0 ? condition(random, depth - 1) : doc(['$gt', int(random, 0, 3)])];
    case 14:
      return ['$regex', random.pick<Value>(['^a', 'b', '', 'A.c', 'a$', random.pattern()])];
    default:
      return ['$eq', random.scalar()];
  }
}

function typeOperand(random: DataRandom): Value {
  const one = () =>
    random.pick<Value>([
      'double',
      'string',
      'object',
      'array',
      'binData',
      'objectId',
      'bool',
      'date',
      'null',
      'regex',
      'javascript',
      'symbol',
      'int',
      'timestamp',
      'long',
      'decimal',
      'minKey',
      'maxKey',
      'number',
      'nothing',
      int(random, -2, 20),
    ]);
  return random.chance(0.7) ? one() : few(random, 3, one);
}

function allOperand(random: DataRandom, depth: number): Value {
  if (depth > 0 && random.chance(0.3)) {
    return few(random, 2, () => doc(['$elemMatch', elemMatch(random, depth - 1)]));
  }
  return few(random, 3, () => random.value(1));
}

function elemMatch(random: DataRandom, depth: number): Doc {
  return random.chance(0.5) ? operators(random, depth) : randomFilter(random, depth);
}

function operators(random: DataRandom, depth: number): Doc {
  const made = fields(random, 2, () => operand(random, depth));
  if (made.has('$regex') && random.chance(0.4)) made.set('$options', random.pick(['i', 'm', 's', 'x', '']));
  return made;
}

/** What a path is compared with: a value, or operators. */
function condition(random: DataRandom, depth: number): Value {
  return random.chance(0.35) ? random.value(1) : operators(random, depth);
}

function randomFilter(random: DataRandom, depth = 2): Doc {
  return new Map(
    few<[string, Value]>(random, 2, () => {
      if (depth > 0 && random.chance(0.15)) {
        const branches = [1, 2].map(() => randomFilter(random, depth - 1));
        return [random.pick(['$and', '$or', '$nor']), branches];
      }
      return [random.path(), condition(random, depth)];
    }),
  );
}

const direction = (random: DataRandom) => random.number(random.chance(0.5) ? 1 : -1);

/** Ends with `_id`, so that the order is a total one. */
function sort(random: DataRandom): Doc {
  const made = new Map(few<[string, Value]>(random, 2, () => [random.path(), direction(random)]));
  return made.set('_id', direction(random));
}

/** `$slice`, `$elemMatch` and `$` are for `find`: aggregation reads them as expressions, which are beyond the scope. */
function projection(random: DataRandom, isFind = true): Doc {
  const including = random.chance(0.5);
  return fields(random, 3, () => {
    const path = random.path();
    const kind = isFind ? random.below(12) : 4 + random.below(8);
    if (kind === 0) return [path, doc(['$slice', int(random, -3, 3)])];
    if (kind === 1) return [path, doc(['$slice', [int(random, -3, 3), int(random, 0, 3)]])];
    if (kind === 2) return [path, doc(['$elemMatch', elemMatch(random, 1)])];
    if (kind === 3) return [`${path}.$`, random.number(1)];
    if (kind === 4) return ['_id', random.pick<Value>([random.number(0), random.number(1), true, false])];
    const flag = random.chance(0.95) ? including : !including;
    return [path, random.pick<Value>([random.number(flag ? 1 : 0), flag])];
  });
}

const UPDATES = [
  '$set',
  '$set',
  '$set',
  '$unset',
  '$unset',
  '$setOnInsert',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$rename',
  '$push',
  '$push',
  '$addToSet',
  '$pull',
  '$pullAll',
  '$pop',
];

function updatePath(random: DataRandom): string {
  const path = random.path();
  const kind = random.below(14);
  if (kind === 0) return `${path}.$`;
  if (kind === 1) return `${path}.$[]`;
  if (kind === 2) return `${path}.$[e]`;
  if (kind === 3) return `${path}.${random.pick(['$', '$[]', '$[e]'])}.${random.pick(['b', '0'])}`;
  return path;
}

function updateOperand(random: DataRandom, operator: string): Value {
  const value = () => random.value(2);
  if (random.chance(0.04)) return value();
  switch (operator) {
    case '$unset':
      return '';
    case '$inc':
    case '$mul':
      return random.anyNumber();
    case '$rename':
      return random.chance(0.95) ? random.path() : updatePath(random);
    case '$push':
      return random.chance(0.5) ? value() : pushClauses(random);
    case '$addToSet':
      return random.chance(0.5) ? value() : doc(['$each', few(random, 3, value)]);
    case '$pull':
      return random.chance(0.4) ? value() : elemMatch(random, 1);
    case '$pullAll':
      return few(random, 3, value);
    case '$pop':
      return random.number(random.chance(0.5) ? 1 : -1);
    default:
      return value();
  }
}

function pushClauses(random: DataRandom): Doc {
  const made = doc(['$each', few(random, 3, () => random.value(1))]);
  if (random.chance(0.4)) made.set('$position', int(random, -3, 3));
  if (random.chance(0.4)) made.set('$slice', int(random, -3, 3));
  if (random.chance(0.4)) {
    const order = random.chance(0.5)
      ? direction(random)
      : fields(random, 2, () => [random.path(), direction(random)]);
    made.set('$sort', order);
  }
  return made;
}

function randomUpdate(random: DataRandom): Doc {
  if (random.chance(0.05)) return random.document();
  const update: Doc = new Map();
  for (const operator of [1, ...few(random, 1, () => 1)].map(() => random.pick(UPDATES))) {
    update.set(
      operator,
      fields(random, 2, () => [updatePath(random), updateOperand(random, operator)]),
    );
  }
  return withoutTwoNumbers(update);
}

const PADDED = /\.0\d/;

/** One element under two forms of its number, as in `a.1` and `a.01`, makes MongoDB 6.0.5 abort (README). */
function withoutTwoNumbers(update: Doc): Doc {
  for (const [operator, paths] of update) {
    if (!(paths instanceof Map)) continue;
    for (const [path, value] of paths)
      if (PADDED.test(path) || (typeof value === 'string' && PADDED.test(value)))
        return doc([operator, doc([path, value])]);
  }
  return update;
}

/** `arrayFilters` for the identifier `e`, where the update uses it. */
function arrayFilters(random: DataRandom, update: Doc): Fields {
  const uses = [...update.values()].some(
    (value) => value instanceof Map && [...value.keys()].some((path) => path.includes('$[e]')),
  );
  if (!uses && random.chance(0.98)) return [];
  if (uses && random.chance(0.03)) return [];
  const path = random.pick(['e', 'e', 'e.b', 'e.0']);
  return [['arrayFilters', [doc([path, condition(random, 1)])]]];
}

/** A condition that can hold: a filter that never can loses its equalities in MongoDB. */
function upsertField(random: DataRandom): [string, Value] {
  const value = random.value(1);
  const given = random.pick<Value>([
    value,
    value,
    doc(['$eq', value]),
    doc(['$all', [value]]),
    doc(['$in', [value]]),
    doc(['$gt', int(random, 0, 3)]),
    doc(['$exists', random.chance(0.5)]),
  ]);
  return [random.path(), given];
}

/** Updates, `findAndModify` of one document, or deletions. */
function write(random: DataRandom, ids: number): RandomCommand {
  const kind = random.below(20);
  if (kind < 3) return findAndModify(random, ids);
  const most = random.chance(0.2) ? 3 : 1;
  const statements = (make: () => Doc): Value[] => [make(), ...few(random, most - 1, make)];
  const [name, list, made] =
    kind < 5
      ? ['delete', 'deletes', statements(() => deletion(random, ids))]
      : ['update', 'updates', statements(() => updateStatement(random, ids))];
  const command = doc([name, 'items'], [list, made], ['ordered', random.chance(0.5)]);
  return { command, compare: 'reply', writes: true };
}

/** Of one document, chosen by its `_id`, or of all that match. */
function deletion(random: DataRandom, ids: number): Doc {
  const filter = randomFilter(random);
  const limit = random.below(2);
  if (limit === 1) filter.set('_id', int(random, 0, ids));
  return doc(['q', filter], ['limit', random.number(limit)]);
}

/** Changes one document, the first of an order or chosen by its `_id`, or takes it away. */
function findAndModify(random: DataRandom, ids: number): RandomCommand {
  const fieldsWanted: Fields = random.chance(0.3) ? [['fields', projection(random)]] : [];
  const isRemoval = random.chance(0.2);
  if (!isRemoval && random.chance(0.7)) {
    const { q, u, rest } = change(random, ids, false);
    const wanted: Fields = [['new', random.chance(0.5)], ...fieldsWanted];
    const command = doc(['findAndModify', 'items'], ['query', q], ['update', u], ...wanted, ...rest);
    return { command, compare: 'reply', writes: true };
  }
  const act: Fields = isRemoval ? [['remove', true]] : [['update', randomUpdate(random)]];
  const command = doc(
    ['findAndModify', 'items'],
    ['query', randomFilter(random)],
    ['sort', sort(random)],
    ...act,
    ...fieldsWanted,
  );
  return { command, compare: 'reply', writes: true };
}

/** An update of one document, chosen by its `_id`, or of all that match. */
function updateStatement(random: DataRandom, ids: number): Doc {
  const multi = random.chance(0.1);
  const { q, u, rest } = change(random, ids, multi);
  return doc(['q', q], ['u', u], ['multi', multi], ...rest);
}

function change(random: DataRandom, ids: number, multi: boolean): { q: Doc; u: Doc; rest: Fields } {
  const update = randomUpdate(random);
  const filter = randomFilter(random);
  // One document at most: which of several is taken is not told.
  if (!multi) filter.set('_id', int(random, 0, ids));
  const upsert: Fields = random.chance(0.15) && !multi ? [['upsert', true]] : [];
  if (upsert.length > 0) {
    filter.clear();
    for (const [path, given] of few(random, 3, () => upsertField(random))) filter.set(path, given);
    if (random.chance(0.2)) filter.set('$and', [doc(upsertField(random)), doc(upsertField(random))]);
    filter.set('_id', int(random, 0, ids + 1));
  }
  return { q: filter, u: update, rest: [...upsert, ...arrayFilters(random, update)] };
}

const ACCUMULATORS = ['$sum', '$min', '$max', '$first', '$last', '$push', '$addToSet'];
/** The field of a group whose array has no order that is told. */
export const UNORDERED = 'unordered';

/** MongoDB 6.0 cannot read what it makes of such a `$match` (README). */
function hasAllInElemMatch(value: Value, isInside = false): boolean {
  if (Array.isArray(value)) return value.some((each) => hasAllInElemMatch(each, isInside));
  if (!(value instanceof Map)) return false;
  return [...value].some(
    ([name, each]) =>
      (isInside && name === '$all') || hasAllInElemMatch(each, isInside || name === '$elemMatch'),
  );
}

function stage(random: DataRandom): Doc {
  const path = `$${random.path()}`;
  switch (random.below(6)) {
    case 0: {
      const filter = randomFilter(random, 1);
      return doc(['$match', hasAllInElemMatch(filter) ? doc() : filter]);
    }
    case 1:
      return doc([
        '$unwind',
        random.chance(0.7) ? path : doc(['path', path], ['preserveNullAndEmptyArrays', true]),
      ]);
    case 2: {
      const key: Value = random.pick<Value>([null, path, doc(['k', path])]);
      const accumulator = random.pick(ACCUMULATORS);
      return doc([
        '$group',
        doc(['_id', key], [accumulator === '$addToSet' ? UNORDERED : 'x', doc([accumulator, path])]),
      ]);
    }
    case 3:
      return doc(['$project', projection(random, false)]);
    case 4:
      return doc(['$sort', sort(random)]);
    default:
      return doc(['$limit', int(random, 1, 4)]);
  }
}

/** By more than one field: MongoDB may sort first, and refuse parallel arrays in what is left out afterwards (README). */
function isSortOfUnwound(before: Doc | undefined, next: Doc): boolean {
  const order = next.get('$sort');
  return before?.has('$unwind') === true && order instanceof Map && order.size > 2;
}

/** @param hasChanging a document has a value in it that MongoDB 6.0 gives another type after a group (README) */
function aggregate(random: DataRandom, hasChanging: boolean): RandomCommand {
  const count = random.below(3);
  const stages = [doc(['$sort', doc(['_id', random.number(1)])])];
  for (let n = 1; n <= count; n += 1) {
    const next = stage(random);
    // Which groups come first is not told.
    const isLeftOut = stages.at(-1)?.has('$group') && (next.has('$limit') || hasChanging);
    stages.push(isLeftOut || isSortOfUnwound(stages.at(-1), next) ? doc(['$match', doc()]) : next);
  }
  const command = doc(['aggregate', 'items'], ['pipeline', stages], ['cursor', doc()]);
  return { command, compare: 'set', writes: false };
}

function find(random: DataRandom): RandomCommand {
  const command = doc(['find', 'items'], ['filter', randomFilter(random)]);
  if (random.chance(0.5)) command.set('projection', projection(random));
  if (random.chance(0.4)) return { command, compare: 'set', writes: false };
  const order = sort(random);
  // MongoDB 6.0 sorts by an element's number after a projection has taken elements away (README).
  if (command.has('projection')) for (const path of order.keys()) if (/\d/.test(path)) order.delete(path);
  command.set('sort', order);
  // MongoDB 6.0 projects documents that it skips, depending on the plan (README).
  const projected = command.get('projection');
  const isPositional = projected instanceof Map && [...projected.keys()].some((path) => path.endsWith('.$'));
  if (random.chance(0.3) && !isPositional) command.set('skip', int(random, 0, 2));
  if (random.chance(0.3)) command.set('limit', int(random, 1, 3));
  return { command, compare: 'ordered', writes: false };
}

/**
 * @param isIndexed MongoDB's `distinct` takes arrays within arrays apart twice when it reads an index (README)
 * @param hasChanging a document has a value in it that MongoDB 6.0 gives another type between a group and the next stage
 */
export function randomCommand(
  random: DataRandom,
  ids: number,
  isIndexed: boolean,
  hasChanging: boolean,
): RandomCommand {
  const kind = random.below(20);
  if (kind < 10) return write(random, ids);
  if (kind < 16) return find(random);
  if (kind < 18) return aggregate(random, hasChanging);
  if (kind === 18) {
    const command = doc(['count', 'items'], ['query', randomFilter(random)]);
    return { command, compare: 'reply', writes: false };
  }
  if (isIndexed) return find(random);
  const command = doc(['distinct', 'items'], ['key', random.path()], ['query', randomFilter(random)]);
  return { command, compare: 'values', writes: false };
}

export function randomIndexes(random: DataRandom): Doc[] {
  if (random.chance(0.6)) return [];
  return [1, ...few(random, 2, () => 1)].map((_, n) => randomIndex(random, `index${n}`));
}

/** An index of one to three fields; now and then a unique, sparse or partial one. */
function randomIndex(random: DataRandom, name: string): Doc {
  const key = fields(random, random.chance(0.5) ? 1 : 3, () => [random.path(), direction(random)]);
  const index = doc(['key', key], ['name', name]);
  const kind = random.below(8);
  if (kind === 0) index.set('unique', true);
  if (kind === 1) index.set('sparse', true);
  if (kind === 2) index.set('partialFilterExpression', doc([random.path(), doc(['$exists', true])]));
  if (kind === 3) index.set('partialFilterExpression', doc([random.path(), doc(['$gt', int(random, 0, 3)])]));
  return index;
}
