import { once } from 'node:events';
import { connect } from 'node:net';
import { Int32 } from 'bson';
import { encodeDocument } from '../src/values/codec';
import { doc } from '../src/values/value';
import { startTestDatabase, type TestDatabase } from './support/database';
import { Random } from './support/random';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const MESSAGES = 400;
const HEADER_BYTES = 16;
const OP_MSG = 2013;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  await database.client.db('x').collection('kept').insertOne({ a: 1 });
});
afterAll(() => database.close());

function message(sections: Buffer, opCode = OP_MSG): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(HEADER_BYTES), sections]);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(7, 4);
  bytes.writeInt32LE(opCode, 12);
  return bytes;
}

const flags = Buffer.alloc(4);
const insert = doc(['insert', 'x'], ['$db', 'x'], ['ordered', true]);
const body = Buffer.concat([Buffer.from([0]), encodeDocument(insert)]);
const documents = encodeDocument(
  doc(['_id', new Int32(1)], ['s', 'text'], ['list', [new Int32(1), doc(['b', true])]]),
);
const sequence = (() => {
  const content = Buffer.concat([Buffer.alloc(4), Buffer.from('documents\0'), documents]);
  content.writeInt32LE(content.length, 0);
  return Buffer.concat([Buffer.from([1]), content]);
})();
const sound = message(Buffer.concat([flags, body, sequence]));

/** Sends bytes and waits until the server answers or hangs up. */
async function send(bytes: Buffer): Promise<'answer' | 'end'> {
  const socket = connect(database.server.socket);
  await once(socket, 'connect');
  const answer = once(socket, 'data').then(() => 'answer' as const);
  const end = once(socket, 'close').then(() => 'end' as const);
  // What is cut short gets neither: the server waits for the rest, so our end closes.
  socket.end(bytes);
  const outcome = await Promise.race([answer, end]);
  socket.destroy();
  return outcome;
}

it('answers a sound message, so that the broken ones below are nearly sound', async () => {
  expect(await send(sound)).toBe('answer');
});

it.each<[string, Buffer]>([
  ['an unknown operation', message(Buffer.alloc(20), 4711)],
  ['an old insert', message(Buffer.alloc(20), 2002)],
  ['compression that was not agreed', message(Buffer.alloc(20), 2012)],
  ['no body', message(flags)],
  ['a section of an unknown kind', message(Buffer.concat([flags, Buffer.from([9]), body]))],
  ['two bodies', message(Buffer.concat([flags, body, body]))],
  ['a sequence twice', message(Buffer.concat([flags, body, sequence, sequence]))],
  ['an unknown required flag', message(Buffer.concat([Buffer.from([8, 0, 0, 0]), body]))],
  ['an empty command', message(Buffer.concat([flags, Buffer.from([0]), encodeDocument(doc())]))],
  ['no database', message(Buffer.concat([flags, Buffer.from([0]), encodeDocument(doc(['ping', true]))]))],
])('answers %s with an error', async (_, bytes) => {
  expect(await send(bytes)).toBe('answer');
});

it(`survives anything (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const began = performance.now();
  for (let count = 0; count < MESSAGES; count += 1) {
    const bytes = Buffer.from(sound);
    for (let change = random.below(4); change >= 0; change -= 1)
      bytes[random.below(bytes.length)] = random.below(256);
    const cut = random.chance(0.2) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
    await send(cut);
  }
  expect(await database.client.db('x').collection('kept').countDocuments({ a: 1 })).toBe(1);
  // A failed worker would have been started again.
  const { uptimeMillis } = await database.client.db('admin').command({ serverStatus: 1 });
  expect(Number(uptimeMillis)).toBeGreaterThanOrEqual(Math.floor(performance.now() - began));
}, 30_000);
