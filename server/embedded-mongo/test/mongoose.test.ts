import mongoose, { type Connection, Schema, Types } from 'mongoose';
import { startTestDatabase, type TestDatabase } from './support/database';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await startTestDatabase();
  connection = mongoose.createConnection(database.server.uri, { dbName: 'mongoose', autoIndex: true });
  await connection.asPromise();
});
afterAll(async () => {
  await connection.close();
  await database.close();
});
beforeEach(() => connection.dropDatabase());

function models() {
  for (const name of connection.modelNames()) connection.deleteModel(name);
  const userSchema = new Schema(
    { email: { type: String, required: true, unique: true }, name: String, tags: [String] },
    { timestamps: true, strict: 'throw', strictQuery: 'throw' },
  );
  const User = connection.model('User', userSchema);
  const cardSchema = new Schema({
    title: String,
    owner: { type: Schema.Types.ObjectId, ref: 'User' },
    watchers: [{ type: Schema.Types.ObjectId, ref: 'User' }],
    checklist: [{ text: String, done: Boolean }],
    place: { column: String, position: Number },
    big: BigInt,
    key: Schema.Types.UUID,
    mixed: Schema.Types.Mixed,
  });
  cardSchema.index({ 'place.column': 1, 'place.position': 1 });
  const Card = connection.model('Card', cardSchema);
  return { User, Card };
}

it('creates its indexes and reports a duplicate as 11000', async () => {
  const { User } = models();
  await User.init();
  await User.create({ email: 'a@b' });
  await expect(User.create({ email: 'a@b' })).rejects.toMatchObject({
    code: 11000,
    keyValue: { email: 'a@b' },
  });
  expect(await User.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
  await User.syncIndexes();
});

it('keeps timestamps, versions and only what the schema knows', async () => {
  const { User } = models();
  const user = await User.create({ email: 'a@b', tags: ['x'] });
  const created = user.createdAt.getTime();
  user.tags.push('y');
  await user.save();
  const stored = await User.findById(user._id).lean().orFail();
  expect(stored.tags).toEqual(['x', 'y']);
  expect(stored.__v).toBe(1);
  expect(stored.createdAt.getTime()).toBe(created);
  expect(stored.updatedAt.getTime()).toBeGreaterThanOrEqual(created);
  await expect(User.create({ email: 'c@d', unknown: 1 } as { email: string })).rejects.toThrow(/unknown/);
  await expect(User.find({ unknown: 1 } as never)).rejects.toThrow(/unknown/);
});

it('detects a document that was changed in between by its version', async () => {
  const { Card } = models();
  const first = await Card.create({ title: 'a', checklist: [{ text: '1' }, { text: '2' }] });
  const second = await Card.findById(first._id).orFail();
  first.set('checklist', []);
  await first.save();
  second.checklist[1]?.set('text', 'changed');
  await expect(second.save()).rejects.toThrow(/No matching document/);
});

it('populates references, single and in arrays', async () => {
  const { User, Card } = models();
  const ann = await User.create({ email: 'ann' });
  const bob = await User.create({ email: 'bob' });
  const card = await Card.create({ title: 'a', owner: ann._id, watchers: [bob._id, ann._id] });
  const found = await Card.findById(card._id)
    .populate<{ owner: { email: string } }>('owner', 'email')
    .populate<{ watchers: { email: string }[] }>('watchers')
    .lean()
    .orFail();
  expect(found.owner.email).toBe('ann');
  expect(found.watchers.map(({ email }) => email)).toEqual(['bob', 'ann']);
});

it('upserts with defaults and setOnInsert', async () => {
  const { User } = models();
  const options = { upsert: true, returnDocument: 'after' as const, setDefaultsOnInsert: true };
  const user = await User.findOneAndUpdate({ email: 'new@b' }, { $set: { name: 'N' } }, options)
    .lean()
    .orFail();
  expect(user).toMatchObject({ email: 'new@b', name: 'N', tags: [] });
  expect(user.createdAt).toBeInstanceOf(Date);
  const again = await User.findOneAndUpdate({ email: 'new@b' }, { $set: { name: 'M' } }, options)
    .lean()
    .orFail();
  expect(again._id).toEqual(user._id);
  expect(again.createdAt).toEqual(user.createdAt);
  const raw = await User.findOneAndUpdate(
    { email: 'new@b' },
    { $addToSet: { tags: 'z' } },
    { includeResultMetadata: true },
  );
  expect(raw.lastErrorObject).toMatchObject({ n: 1, updatedExisting: true });
});

it('writes in bulk', async () => {
  const { Card } = models();
  const id = new Types.ObjectId();
  const result = await Card.bulkWrite([
    { insertOne: { document: { _id: id, title: 'one' } } },
    { updateOne: { filter: { title: 'two' }, update: { $set: { title: 'two!' } }, upsert: true } },
    { updateMany: { filter: {}, update: { $set: { 'place.column': 'READY' } } } },
    { deleteOne: { filter: { _id: id } } },
  ]);
  expect(result).toMatchObject({ insertedCount: 1, upsertedCount: 1, deletedCount: 1 });
  const [card] = await Card.find().lean();
  expect(card).toMatchObject({ title: 'two!', place: { column: 'READY' } });
  await Card.insertMany([{ title: 'x' }, { title: 'y' }]);
  const cards = await Card.find().sort({ title: 1 });
  for (const [index, one] of cards.entries()) one.set('place.position', index);
  await Card.bulkSave(cards);
  expect(await Card.countDocuments({ 'place.position': { $gte: 1 } })).toBe(2);
});

it('updates arrays by position, filter and operator', async () => {
  const { Card } = models();
  const card = await Card.create({ checklist: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] });
  const [, second] = card.checklist;
  await Card.updateOne(
    { _id: card._id, 'checklist._id': second?._id },
    { $set: { 'checklist.$.done': true } },
  );
  await Card.updateOne(
    { _id: card._id },
    { $set: { 'checklist.$[last].text': 'z' } },
    { arrayFilters: [{ 'last.text': 'c' }] },
  );
  await Card.updateOne(
    { _id: card._id },
    { $push: { checklist: { $each: [{ text: 'first' }], $position: 0, $slice: 3 } } },
  );
  await Card.updateOne({ _id: card._id }, { $pull: { checklist: { text: 'a' } } });
  const stored = await Card.findById(card._id).lean().orFail();
  expect(stored.checklist.map(({ text, done }) => [text, done])).toEqual([
    ['first', undefined],
    ['b', true],
  ]);
});

it('keeps 64-bit integers, UUIDs and mixed values', async () => {
  const { Card } = models();
  const key = new Types.UUID();
  const mixed = { list: [1, 2.5, null, { deep: new Date(5) }], flag: false };
  await Card.create({ big: 2n ** 60n, key, mixed });
  const stored = await Card.findOne({ key, big: 2n ** 60n }).orFail();
  expect(stored.big).toBe(2n ** 60n);
  expect(stored.mixed).toEqual(mixed);
});

it('takes operators from users for values with sanitizeFilter', async () => {
  const { User } = models();
  await User.create({ email: 'a@b' });
  const hostile = { $ne: null } as unknown as string;
  expect(await User.findOne({ email: hostile })).not.toBeNull();
  await expect(User.findOne({ email: hostile }).setOptions({ sanitizeFilter: true })).rejects.toThrow(/Cast/);
});

it('streams with a cursor, pages and projects', async () => {
  const { Card } = models();
  const cards = Array.from({ length: 120 }, (_, n) => ({
    title: `t${n}`,
    place: { column: 'A', position: n },
  }));
  await Card.insertMany(cards);
  const seen: number[] = [];
  for await (const card of Card.find({ 'place.column': 'A' })
    .sort({ 'place.position': -1 })
    .lean()
    .cursor({ batchSize: 50 })) {
    seen.push(card.place?.position as number);
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => 119 - n));
  const page = await Card.find({}, 'title -_id').sort('place.position').skip(10).limit(2).lean();
  expect(page).toEqual([{ title: 't10' }, { title: 't11' }]);
  expect(await Card.distinct('place.column')).toEqual(['A']);
  expect(await Card.exists({ title: 't5' })).not.toBeNull();
  expect(await Card.estimatedDocumentCount()).toBe(120);
});

it('aggregates', async () => {
  const { User, Card } = models();
  const ann = await User.create({ email: 'ann' });
  await Card.create([
    { title: 'a', owner: ann._id, place: { column: 'A', position: 1 } },
    { title: 'b', owner: ann._id, place: { column: 'A', position: 2 } },
    { title: 'c', place: { column: 'B', position: 5 } },
  ]);
  const groups = await Card.aggregate([
    { $group: { _id: '$place.column', cards: { $sum: 1 }, last: { $max: '$place.position' } } },
    { $sort: { _id: 1 } },
  ]);
  expect(groups).toEqual([
    { _id: 'A', cards: 2, last: 2 },
    { _id: 'B', cards: 1, last: 5 },
  ]);
  const joined = await Card.aggregate([
    { $match: { title: 'a' } },
    { $lookup: { from: 'users', localField: 'owner', foreignField: '_id', as: 'owners' } },
    { $unwind: '$owners' },
    { $project: { _id: 0, email: '$owners.email' } },
  ]);
  expect(joined).toEqual([{ email: 'ann' }]);
});

it('refuses a transaction with a clear error', async () => {
  const { User } = models();
  await User.createCollection();
  await expect(
    connection.transaction((session) => User.create([{ email: 'a@b' }], { session })),
  ).rejects.toThrow(/retryable writes|Transaction numbers/);
});
