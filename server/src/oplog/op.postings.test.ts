import { randomUUID } from 'node:crypto';
import type { OpType } from '@livelane/shared/boards/op.schema';
import type { Connection } from 'mongoose';
import { startTestDatabase, type TestDatabase } from '../../test/database';
import { createIndexes } from '../database/connect';
import { type OpFilter, OpHistory } from './op.history';
import { type BoardHeadModel, boardHeadModel, type OpModel, opModel } from './op.model';
import { OpPostings, POSTINGS_OPS } from './op.postings';
import { OpStore } from './op.store';
import { OpUpkeep } from './op.upkeep';

// The log, narrowed by person and type, with any part of it covered by postings.

const WHOLE = 3;
const OPS = WHOLE * POSTINGS_OPS + 400;
const GROUP = 2;
const PEOPLE = [randomUUID(), randomUUID(), randomUUID()];
/** The last one is rare. */
const TYPES: OpType[] = ['task.moved', 'task.patched', 'comment.added', 'column.changed'];
const SELDOM = 700;

let database: TestDatabase;
let connection: Connection;
let ops: OpModel;
let heads: BoardHeadModel;
let store: OpStore;
let postings: OpPostings;
let projectId: string;
let written: Array<{ v: number; actorId: string; type: OpType }>;
const failures: unknown[] = [];

const newPostings = (groupSize = GROUP) =>
  new OpPostings(connection, ops, {
    groupSize,
    onBehind: (_projectId, error) => failures.push(error),
  });

beforeAll(async () => {
  database = await startTestDatabase();
  connection = await database.connect();
  ops = opModel(connection);
  heads = boardHeadModel(connection);
  postings = newPostings();
  store = new OpStore(ops, heads, postings);
  await createIndexes(connection);
});
afterAll(() => database.close());
beforeEach(async () => {
  projectId = randomUUID();
  await store.createHead(projectId);
  written = Array.from({ length: OPS }, (_, index) => {
    const v = index + 1;
    const type = v % SELDOM === 0 ? TYPES[3] : TYPES[(v * 7 + (v >> 4)) % 3];
    return { v, actorId: PEOPLE[(v * 5 + (v >> 3)) % 3] as string, type: type as OpType };
  });
  const at = new Date().toISOString();
  await ops.collection.insertMany(
    written.map((op) => ({
      _id: randomUUID(),
      projectId,
      mutationId: randomUUID(),
      patch: {},
      at,
      ...op,
    })) as never[],
  );
});

const FILTERS: Array<Pick<OpFilter, 'actorId' | 'types'>> = [
  { actorId: PEOPLE[0] },
  { types: ['column.changed'] },
  { types: ['task.moved', 'comment.added'] },
  { actorId: PEOPLE[0], types: ['column.changed'] },
  { actorId: PEOPLE[1], types: ['column.changed', 'task.patched'] },
  { actorId: randomUUID() },
  { actorId: PEOPLE[2], types: ['project.patched'] },
];
const RANGES = [
  { beforeV: OPS + 1, afterV: 0 },
  { beforeV: Number.MAX_SAFE_INTEGER, afterV: 0 },
  { beforeV: Number.POSITIVE_INFINITY, afterV: POSTINGS_OPS },
  { beforeV: 2 * POSTINGS_OPS + 1, afterV: POSTINGS_OPS - 1 },
  { beforeV: 1_500, afterV: 1_400 },
  { beforeV: 1, afterV: 0 },
];

async function expectEachPage(keptAfter = 0, from = store.history) {
  for (const { actorId, types } of FILTERS)
    for (const { beforeV, afterV } of RANGES)
      for (const limit of [1, 51, OPS]) {
        const fitting = written.filter(
          (op) =>
            op.v < beforeV &&
            op.v > Math.max(afterV, keptAfter) &&
            (!actorId || op.actorId === actorId) &&
            (!types || types.includes(op.type)),
        );
        const filter = { beforeV, afterV: Math.max(afterV, keptAfter), actorId, types };
        const { ops: found } = await from.latest(projectId, filter, limit, Number.POSITIVE_INFINITY);
        const wanted = fitting.reverse().slice(0, limit);
        expect(found.map(({ v }) => v)).toEqual(wanted.map(({ v }) => v));
      }
}

test.each([0, 999, 1_000, 2_500, OPS])(
  'covered when it had %i ops, each page has what fits of the log',
  async (count) => {
    const later = await ops.collection.find({ projectId, v: { $gt: count } }).toArray();
    await ops.collection.deleteMany({ projectId, v: { $gt: count } });
    await postings.bringUpToDate(projectId);
    expect(await postings.coveredV(projectId)).toBe(Math.floor(count / POSTINGS_OPS) * POSTINGS_OPS);
    if (later.length > 0) await ops.collection.insertMany(later);
    await expectEachPage();
  },
);

test('a log without postings gets them when it is first asked, once by two nodes', async () => {
  const other = newPostings();
  await Promise.all([
    store.history.latest(
      projectId,
      { beforeV: Number.MAX_SAFE_INTEGER, afterV: 0, types: ['task.moved'] },
      1,
      Number.POSITIVE_INFINITY,
    ),
    other.bringUpToDate(projectId),
  ]);
  await postings.bringUpToDate(projectId);
  expect(await postings.coveredV(projectId)).toBe(WHOLE * POSTINGS_OPS);
  expect(await kept()).toEqual({ postings: [0, 1, 2], groups: [0] });
  expect(failures).toEqual([]);
  await expectEachPage();
});

test('a log whose postings are not grouped yet has what fits, and gets its groups with the next postings', async () => {
  const [singly, before] = [newPostings(1), (WHOLE - 1) * POSTINGS_OPS];
  const last = await ops.collection.find({ projectId, v: { $gt: before } }).toArray();
  await ops.collection.deleteMany({ projectId, v: { $gt: before } });
  await singly.bringUpToDate(projectId);
  await connection.collection('oppostingsgroups').deleteMany({ projectId });
  await ops.collection.insertMany(last);
  const inGroups = new OpHistory(ops, singly);
  await expectEachPage(0, inGroups);
  await singly.bringUpToDate(projectId);
  expect((await kept()).groups).toEqual([0, 1, 2]);
  await expectEachPage(0, inGroups);
});

test('R25 postings of folded ops go, and those of a folded log begin where it does', async () => {
  await postings.bringUpToDate(projectId);
  const upkeep = new OpUpkeep(ops, heads, postings);
  await upkeep.foldUpTo(projectId, 0, 1_500);
  expect(await kept()).toEqual({ postings: [1, 2], groups: [0] });
  await expectEachPage(1_500);
  await postings.removeProject(projectId);
  await postings.bringUpToDate(projectId);
  expect(await kept()).toEqual({ postings: [1, 2], groups: [0] });
  await expectEachPage(1_500);
  await upkeep.foldUpTo(projectId, 1_500, 2_500);
  expect(await kept()).toEqual({ postings: [2], groups: [] });
  await store.removeProject(projectId);
  expect(await kept()).toEqual({ postings: [], groups: [] });
});

/** The numbers of all documents. */
async function kept() {
  const numbers = async (name: string) =>
    (await connection.collection(name).find({ projectId }).toArray()).map(({ n }) => n as number).sort();
  return { postings: await numbers('oppostings'), groups: await numbers('oppostingsgroups') };
}
