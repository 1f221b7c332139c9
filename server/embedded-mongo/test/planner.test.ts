import type { Collection, Document, Filter } from 'mongodb';
import { startTestDatabase, type TestDatabase } from './support/database';
import { Random } from './support/random';

const DOCUMENTS = 400;
const QUERIES = 400;
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

const VALUES: readonly unknown[] = [
  null,
  0,
  1,
  2,
  2.5,
  3,
  -1,
  'a',
  'ab',
  'b',
  '',
  true,
  false,
  new Date(0),
  new Date(5000),
  { x: 1 },
  { x: 2 },
  'long '.repeat(300),
  'long '.repeat(300).concat('b'),
];

let database: TestDatabase;
let items: Collection<Document>;
let random: Random;

const scalar = (): unknown => random.pick(VALUES);

function randomArray(): unknown[] {
  return Array.from({ length: random.below(4) }, scalar);
}

function randomDocument(n: number): Document {
  const document: Document = { _id: n as never };
  for (const name of ['a', 'b', 'c']) if (random.chance(0.85)) document[name] = scalar();
  // One array at most: a compound index takes no two.
  if (random.chance(0.3)) document[random.pick(['a', 'b', 'c'])] = randomArray();
  if (random.chance(0.5)) {
    const element = () => ({ p: scalar(), q: random.below(4) });
    document.list = random.chance(0.3) ? element() : Array.from({ length: random.below(4) }, element);
  }
  document.d = random.below(50);
  return document;
}

function condition(): unknown {
  switch (random.below(9)) {
    case 0:
      return { $in: Array.from({ length: random.below(4) }, scalar) };
    case 1:
      return { $gt: scalar() };
    case 2:
      return { $gte: scalar(), $lt: scalar() };
    case 3:
      return { $lte: scalar() };
    case 4:
      return { $exists: random.chance(0.5) };
    case 5:
      return { $ne: scalar() };
    case 6:
      return random.pick([/^a/, /^long lo/, /b$/, /^ab?/]);
    default:
      return scalar();
  }
}

function randomFilter(depth = 0): Filter<Document> {
  const filter: Record<string, unknown> = {};
  for (const name of ['a', 'b', 'c']) if (random.chance(0.4)) filter[name] = condition();
  if (random.chance(0.2)) filter.d = { $gte: random.below(50), $lt: random.below(60) };
  if (random.chance(0.1))
    filter._id = random.chance(0.5) ? { $lt: random.below(DOCUMENTS) } : random.below(DOCUMENTS);
  if (random.chance(0.15)) filter['list.p'] = condition();
  if (random.chance(0.15)) filter['list.q'] = random.below(4);
  if (random.chance(0.1)) filter.list = { $elemMatch: { p: scalar(), q: { $gte: random.below(4) } } };
  if (random.chance(0.05)) filter.c = { $elemMatch: { $gte: 1, $lt: 3 } };
  if (depth < 2 && random.chance(0.2)) filter.$or = [randomFilter(depth + 1), randomFilter(depth + 1)];
  return filter;
}

function randomSort(): Record<string, 1 | -1> {
  const direction = (): 1 | -1 => (random.chance(0.5) ? 1 : -1);
  return random.pick<Record<string, 1 | -1>>([
    { _id: direction() },
    { d: direction(), _id: direction() },
    { a: direction(), d: direction(), _id: direction() },
    { b: direction(), c: direction(), _id: direction() },
    { 'list.q': direction(), _id: direction() },
  ]);
}

beforeAll(async () => {
  console.log(`SEED=${SEED}`);
  random = new Random(SEED);
  database = await startTestDatabase();
  items = database.client.db('planner').collection('items');
  await items.createIndexes([
    { key: { a: 1, d: -1 } },
    { key: { b: -1, c: 1 } },
    { key: { c: 1 }, sparse: true },
    { key: { d: 1 } },
    { key: { a: 1, b: 1 }, partialFilterExpression: { d: { $gte: 25 } } },
    { key: { c: -1, a: 1 }, partialFilterExpression: { a: { $exists: true } } },
    { key: { 'list.p': 1, 'list.q': 1 } },
    { key: { 'list.q': -1, d: 1 } },
  ]);
  await items.insertMany(Array.from({ length: DOCUMENTS }, (_, n) => randomDocument(n)));
  // Documents that come and go leave no trace in any index.
  for (let round = 0; round < 200; round += 1) {
    const n = random.below(DOCUMENTS);
    const { _id, ...replacement } = randomDocument(n);
    await items.replaceOne({ _id }, replacement);
  }
  await items.deleteMany({ d: 13 });
});
afterAll(() => database.close());

it(`finds with an index what a full scan finds, in the same order (seed ${SEED})`, async () => {
  let indexed = 0;
  for (let query = 0; query < QUERIES; query += 1) {
    const filter = randomFilter();
    const sort = randomSort();
    const scanned = await items.find(filter).hint({ $natural: 1 }).sort(sort).toArray();
    const planned = await items.find(filter).sort(sort).toArray();
    const ids = (documents: Document[]): unknown[] => documents.map(({ _id }) => _id);
    const asked = JSON.stringify({ filter, sort });
    expect([asked, ids(planned)]).toEqual([asked, ids(scanned)]);
    expect([asked, await items.countDocuments(filter)]).toEqual([asked, scanned.length]);
    const page = await items.find(filter).sort(sort).skip(3).limit(5).batchSize(2).toArray();
    expect([asked, ids(page)]).toEqual([asked, ids(scanned).slice(3, 8)]);
    const plan = await items.find(filter).sort(sort).explain('queryPlanner');
    if (!JSON.stringify(plan.queryPlanner.winningPlan).includes('COLLSCAN')) indexed += 1;
  }
  // Otherwise this test would prove nothing.
  expect(indexed).toBeGreaterThan(QUERIES / 2);
}, 60_000);

it('leaves nothing in the data file when all documents are gone', async () => {
  const own = database.client.db('planner').collection('emptied');
  await own.createIndexes([{ key: { a: 1 } }, { key: { 'list.p': 1 } }, { key: { c: 1 }, sparse: true }]);
  await own.insertMany(Array.from({ length: 100 }, (_, n) => randomDocument(n)));
  await own.updateMany({}, { $set: { a: [1, 2, 3] } });
  await own.deleteMany({});
  for (const hint of ['a_1', 'list.p_1', 'c_1']) {
    const { executionStats } = await own.find().hint(hint).explain('executionStats');
    expect([hint, executionStats.totalKeysExamined]).toEqual([hint, 0]);
  }
});

describe('a multikey index', () => {
  it('is not asked for two conditions that different elements may meet', async () => {
    const own = database.client.db('planner').collection('elements');
    await own.createIndex({ 'list.p': 1, 'list.q': 1 });
    const list = [
      { p: 1, q: 5 },
      { p: 2, q: 3 },
    ];
    await own.insertOne({ list });
    expect(await own.countDocuments({ 'list.p': 1, 'list.q': 3 })).toBe(1);
    expect(await own.countDocuments({ list: { $elemMatch: { p: 1, q: 3 } } })).toBe(0);
    expect(await own.countDocuments({ list: { $elemMatch: { p: 1, q: 5 } } })).toBe(1);
  });

  it('has the entries of an array of thousands, whichever of them change', async () => {
    const own = database.client.db('planner').collection<{ _id: number; a: number[] }>('thousands');
    await own.createIndex({ a: 1 });
    const numbers = Array.from({ length: 5_000 }, (_, index) => index);
    await own.insertOne({ _id: 1, a: numbers });
    await own.updateOne({ _id: 1 }, { $set: { a: numbers.map((n) => (n % 2 === 0 ? n : -n)) } });
    for (const n of numbers.filter((each) => each > 0 && each % 97 === 0))
      expect([n, await own.countDocuments({ a: n }), await own.countDocuments({ a: -n })]).toEqual(
        n % 2 === 0 ? [n, 1, 0] : [n, 0, 1],
      );
  });

  it('serves no sort, because an array is sorted by elements that the condition leaves out', async () => {
    const own = database.client.db('planner').collection('sorted');
    await own.createIndex({ a: 1 });
    await own.insertMany([
      { n: 1, a: [5] },
      { n: 2, a: [1, 9] },
    ]);
    const found = await own
      .find({ a: { $gt: 4 } })
      .sort({ a: 1 })
      .toArray();
    expect(found.map(({ n }) => n)).toEqual([2, 1]);
  });
});
