import { Int32 } from 'bson';
import { startTestEngine } from '../../test/support/engine';
import { docOf, type PlainDoc } from '../../test/support/plain';
import type { Engine } from '../engine/engine';
import type { Collection } from '../storage/catalogue';
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
  engine.store.transaction(() => {
    collection = engine.catalogue.create('x', 'y', new Map());
    for (let n = 0; n < DOCUMENTS; n += 1) {
      const document = doc(['_id', new Int32(n)], ['n', new Int32(n)]);
      engine.documents.insert(collection, encodeDocument(document), document);
    }
  });
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
const turn = () => new Promise((resolve) => setImmediate(resolve));
const until = async (isSo: () => boolean) => {
  while (!isSo()) await turn();
};
const codeOf = (reply: Doc) => {
  const [failed] = (reply.get('writeErrors') ?? [reply]) as Doc[];
  return Number(failed?.get('code'));
};

/** A write that cannot be committed: everything in memory is read from the store again. */
async function refusedCommit(): Promise<void> {
  const transaction = engine.store.transaction.bind(engine.store);
  const refusing = jest.spyOn(engine.store, 'transaction').mockImplementation((work) =>
    transaction(() => {
      work();
      if (engine.catalogue.find('x', 'refused')) throw new Error('no room');
    }),
  );
  const reply = await run({ insert: 'refused', documents: [{ _id: 1 }] });
  expect(codeOf(reply)).toBe(1);
  refusing.mockRestore();
}

describe.each([
  ['delete', { delete: 'y', deletes: [{ q: {}, limit: 0 }] }, () => engine.countOf(current()) < DOCUMENTS],
  [
    'update',
    { update: 'y', updates: [{ q: {}, u: { $set: { m: 1 } }, multi: true }] },
    () => current().fieldNames.all.includes('m'),
  ],
] as Array<[string, PlainDoc, () => boolean]>)('a %s of many', (_name, command, hasBegun) => {
  it('fails after a refused commit instead of passing over the rest', async () => {
    const writing = run(command);
    await until(hasBegun);
    await refusedCommit();
    expect(codeOf(await writing)).toBe(175);
  });
});
