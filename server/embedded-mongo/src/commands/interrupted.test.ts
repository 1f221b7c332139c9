import { Int32 } from 'bson';
import { numbered, startTestEngine } from '../../test/support/engine';
import { docOf, type PlainDoc } from '../../test/support/plain';
import type { Engine } from '../engine/engine';
import type { Collection } from '../storage/collection';
import { decodeDocument, encodeDocument } from '../values/codec';
import { type Doc, doc } from '../values/value';
import type { Connection } from '../wire/connection';
import { dispatch } from './dispatch';

/** Commands that rest while others run, and what these do to them. */

const DOCUMENTS = 2_000;
const CONNECTION = { id: 1, local: true } as unknown as Connection;

let engine: Engine;
let close: () => Promise<void>;
let collection: Collection;

beforeEach(() => {
  ({ engine, close } = startTestEngine());
  collection = numbered(engine, DOCUMENTS);
});
afterEach(async () => {
  await engine.scheduler.idle();
  await close();
});

function run(command: PlainDoc): Promise<Doc> {
  const [name] = Object.keys(command) as [string];
  const body = docOf(command);
  const request = { requestId: 1, form: 'message' as const, name, database: 'x', body, silent: false };
  return new Promise((resolve) =>
    dispatch(engine, { ...request, sequences: new Map() }, CONNECTION, (reply) =>
      resolve(decodeDocument(Buffer.from(reply))),
    ),
  );
}

const current = () => engine.catalogue.find('x', 'y') as Collection;
const names = () => current().indexes.map(({ name }) => name);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const until = async (isSo: () => boolean) => {
  while (!isSo()) await turn();
};
const cursorOf = (reply: Doc) => reply.get('cursor') as Doc;
const codeOf = (reply: Doc) => {
  const [failed] = (reply.get('writeErrors') ?? [reply]) as Doc[];
  return Number(failed?.get('code'));
};

/** Refuses each commit after which it is so; then everything in memory is read from the store again. */
function refuseCommits(isSo: () => boolean): void {
  const transaction = engine.store.transaction.bind(engine.store);
  jest.spyOn(engine.store, 'transaction').mockImplementation((work) =>
    transaction(() => {
      work();
      if (isSo()) throw new Error('no room');
    }),
  );
}

async function refusedCommit(): Promise<void> {
  refuseCommits(() => engine.catalogue.find('x', 'refused') !== undefined);
  const reply = await run({ insert: 'refused', documents: [{ _id: 1 }] });
  expect(codeOf(reply)).toBe(1);
  jest.restoreAllMocks();
}

const key = (name: string) => ({ key: { [name]: 1 }, name: `${name}_1` });
const createIndexes = (...fields: string[]) => run({ createIndexes: 'y', indexes: fields.map(key) });

it('builds each index once, and answers when all are ready', async () => {
  const areReady = () => current().indexes.length === 3 && current().indexes.every(({ ready }) => ready);
  const asked = [1, 2, 3].map(async () => {
    const reply = await createIndexes('a', 'n', 'b');
    return [Number(reply.get('ok')), areReady()];
  });
  expect(await Promise.all(asked)).toEqual([1, 2, 3].map(() => [1, true]));
  expect(names()).toEqual(['a_1', 'n_1', 'b_1']);
});

it('waits for an index that it did not begin, and nothing else', async () => {
  const first = createIndexes('n', 'a');
  await until(() => names().includes('n_1'));
  const second = await createIndexes('n');
  expect([Number(second.get('ok')), second.get('note')]).toEqual([1, 'all indexes already exist']);
  expect(current().indexes.find(({ name }) => name === 'n_1')?.ready).toBe(true);
  await first;
});

it('builds an index itself that another command could not', async () => {
  const duplicate = doc(['_id', new Int32(-1)], ['n', new Int32(DOCUMENTS - 1)]);
  engine.store.transaction(() => engine.documents.insert(collection, encodeDocument(duplicate), duplicate));
  const unique = { createIndexes: 'y', indexes: [{ ...key('n'), unique: true }] };
  const replies = await Promise.all([run(unique), run(unique)]);
  expect(replies.map(codeOf)).toEqual([11000, 11000]);
  expect(names()).toEqual([]);
});

it('goes on to build an index after a refused commit', async () => {
  const building = createIndexes('n');
  await until(() => names().includes('n_1'));
  await refusedCommit();
  expect(Number((await building).get('ok'))).toBe(1);
  const found = await run({ find: 'y', filter: { n: 5 }, hint: 'n_1' });
  expect(Number(found.get('ok'))).toBe(1);
});

it('builds an index anew whose own commit was refused', async () => {
  const building = createIndexes('n');
  await until(() => names().includes('n_1'));
  refuseCommits(() => true);
  expect(codeOf(await building)).toBe(1);
  jest.restoreAllMocks();
  expect(Number((await createIndexes('n')).get('ok'))).toBe(1);
  expect(current().indexes.map(({ name, ready }) => [name, ready])).toEqual([['n_1', true]]);
});

it('goes on with a cursor after a refused commit', async () => {
  const first = cursorOf(await run({ find: 'y', filter: {}, batchSize: 2 }));
  await refusedCommit();
  const rest = cursorOf(await run({ getMore: first.get('id') as never, collection: 'y' }));
  expect(rest.get('nextBatch')).toHaveLength(DOCUMENTS - 2);
});

it('takes no hint at an index that is being built', async () => {
  const building = createIndexes('n');
  await until(() => names().includes('n_1'));
  for (const hint of ['n_1', { n: 1 }]) expect(codeOf(await run({ find: 'y', filter: {}, hint }))).toBe(2);
  await building;
  const found = await run({ find: 'y', filter: { n: 5 }, hint: 'n_1' });
  expect(Number(found.get('ok'))).toBe(1);
});

describe.each([
  [
    'delete',
    { delete: 'y', deletes: [{ q: {}, limit: 0 }] },
    () => Number(current().counted?.documents) < DOCUMENTS,
  ],
  [
    'update',
    { update: 'y', updates: [{ q: {}, u: { $set: { m: 1 } }, multi: true }] },
    () => current().fieldNames.all.includes('m'),
  ],
] as Array<[string, PlainDoc, () => boolean]>)('a %s of many', (_name, command, hasBegun) => {
  it('goes on after a refused commit, and passes over none', async () => {
    const writing = run(command);
    await until(hasBegun);
    await refusedCommit();
    expect(Number((await writing).get('n'))).toBe(DOCUMENTS);
  });

  it('fails with its own refused commit, and can be repeated', async () => {
    const writing = run(command);
    await until(hasBegun);
    refuseCommits(() => true);
    expect(codeOf(await writing)).toBe(1);
    jest.restoreAllMocks();
    await run(command);
    const left = await run({ find: 'y', filter: { m: null } });
    expect(cursorOf(left).get('firstBatch')).toEqual([]);
  });
});

describe('a count of all documents', () => {
  beforeEach(() => {
    // As after a start, none has been counted.
    engine.catalogue.load();
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => {
      now += 60_000;
      return now;
    });
  });

  const count = async () => Number((await run({ count: 'y' })).get('n'));

  it('lets others in between, and counts what these write once', async () => {
    let isAnswered = false;
    const counting = count().finally(() => {
      isAnswered = true;
    });
    await turn();
    const ends = [
      { q: { _id: 0 }, limit: 1 },
      { q: { _id: DOCUMENTS - 1 }, limit: 1 },
    ];
    await Promise.all([
      run({ insert: 'y', documents: [-2, -1, DOCUMENTS, DOCUMENTS + 1].map((_id) => ({ _id })) }),
      run({ delete: 'y', deletes: ends }),
    ]);
    expect(isAnswered).toBe(false);
    expect([await counting, await count()]).toEqual([DOCUMENTS + 2, DOCUMENTS + 2]);
  });

  it('goes on after a refused commit, and counts none twice', async () => {
    const counting = count();
    await turn();
    await refusedCommit();
    expect(await counting).toBe(DOCUMENTS);
  });
});
