import fs from 'node:fs';
import type { Int32 } from 'bson';
import { startTestEngine } from '../../test/support/engine';
import { docOf, type PlainDoc } from '../../test/support/plain';
import type { Engine } from '../engine/engine';
import { decodeDocument } from '../values/codec';
import type { Doc } from '../values/value';
import type { Connection } from '../wire/connection';
import { dispatch } from './dispatch';

/** What is written while the disk fills up. */

const MEGABYTE = 1024 * 1024;
const OUT_OF_DISK_SPACE = 14031;
const CONNECTION = { id: 1, local: true } as unknown as Connection;

let engine: Engine;
let close: () => Promise<void>;

beforeEach(() => {
  ({ engine, close } = startTestEngine());
});
afterEach(async () => {
  await engine.scheduler.idle();
  await close();
});

/** Makes the disk have so much room from now on. */
function free(megabytes: number): void {
  const stats = { bavail: megabytes * 256, bsize: MEGABYTE / 256 } as unknown as fs.BigIntStatsFs;
  jest.spyOn(fs, 'statfsSync').mockReturnValue(stats);
}

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

const codeOf = (reply: Doc) => Number(reply.get('code') ?? 0);
const ids = async () => {
  const cursor = (await run({ find: 'rows' })).get('cursor') as Doc;
  return (cursor.get('firstBatch') as Doc[]).map((row) => (row.get('_id') as Int32).value);
};

it('leaves room to the updates that follow from what was inserted', async () => {
  expect(codeOf(await run({ insert: 'log', documents: [{ _id: 1 }] }))).toBe(0);
  free(20);
  // Both share a transaction: the update must not fail with the insert.
  const [insert, upsert] = await Promise.all([
    run({ insert: 'log', documents: [{ _id: 2 }] }),
    run({ update: 'rows', updates: [{ q: { _id: 1 }, u: { $set: { n: 1 } }, upsert: true }] }),
  ]);
  expect(codeOf(insert)).toBe(OUT_OF_DISK_SPACE);
  expect(insert.get('errmsg')).toMatch(/the disk is full/);
  expect(codeOf(upsert)).toBe(0);
  const update = await run({ update: 'rows', updates: [{ q: { _id: 1 }, u: { $set: { n: 2 } } }] });
  expect(Number(update.get('nModified'))).toBe(1);
  expect(await ids()).toEqual([1]);
  const removal = await run({ delete: 'rows', deletes: [{ q: { _id: 1 }, limit: 1 }] });
  expect(Number(removal.get('n'))).toBe(1);
  free(25);
  expect(codeOf(await run({ insert: 'log', documents: [{ _id: 2 }] }))).toBe(0);
});

it('keeps the last of the disk free of updates, too', async () => {
  free(8);
  const text = 'x'.repeat(2 * MEGABYTE);
  const reply = await run({
    update: 'rows',
    updates: [{ q: { _id: 1 }, u: { $set: { text } }, upsert: true }],
  });
  expect(codeOf(reply)).toBe(OUT_OF_DISK_SPACE);
  expect(await ids()).toEqual([]);
});
