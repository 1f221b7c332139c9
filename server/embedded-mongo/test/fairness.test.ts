import type { Collection, Document } from 'mongodb';
import { startTestDatabase, type TestDatabase } from './support/database';

const DOCUMENTS = 40_000;
/** Work in one piece would let a single question through; in steps of some milliseconds it lets dozens through. */
const FEWEST_ANSWERS = 5;

let database: TestDatabase;
let large: Collection<Document>;

beforeAll(async () => {
  database = await startTestDatabase();
  large = database.client.db('fair').collection('large');
  const all = Array.from({ length: DOCUMENTS }, (_, n) => ({ n, group: n % 7, text: `text ${n}`.repeat(8) }));
  await large.insertMany(all);
}, 60_000);
afterAll(() => database.close());

/** How many questions of another client are answered while this continues. */
async function answersDuring(work: Promise<unknown>): Promise<number> {
  let going = true;
  const finished = work.finally(() => {
    going = false;
  });
  let answers = 0;
  while (going) {
    await database.client.db('fair').command({ ping: 1 });
    answers++;
  }
  await finished;
  return answers;
}

it.each<[string, () => Promise<unknown>]>([
  ['a find without an index', () => large.find({ text: /nothing/ }).toArray()],
  [
    'a sort without an index',
    () =>
      large
        .find({}, { projection: { n: 1 } })
        .sort({ text: -1 })
        .limit(10)
        .toArray(),
  ],
  ['a count without an index', () => large.countDocuments({ text: /9/ })],
  ['a distinct', () => large.distinct('text', { n: { $lt: 0 } })],
  ['a group', () => large.aggregate([{ $group: { _id: '$group', n: { $sum: '$n' } } }]).toArray()],
  [
    'a lookup without an index',
    () => {
      const lookup = { from: 'large', localField: 'n', foreignField: 'n', as: 'same' };
      return large.aggregate([{ $limit: 5 }, { $lookup: lookup }]).toArray();
    },
  ],
  ['an update of everything', () => large.updateMany({}, { $inc: { n: 1 } })],
  ['an index build', () => large.createIndex({ text: 1, n: 1 })],
  ['a delete of a half', () => large.deleteMany({ n: { $gt: DOCUMENTS / 2 } })],
])(
  '%s lets others in between',
  async (_, work) => {
    const answers = await answersDuring(work());
    expect(answers).toBeGreaterThanOrEqual(FEWEST_ANSWERS);
  },
  60_000,
);
