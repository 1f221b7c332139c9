import { randomUUID } from 'node:crypto';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { Label } from '@livelane/shared/labels/label.schema';
import { RANK_MAX_LENGTH } from '@livelane/shared/rank/rank';
import type { BoardOps } from '@livelane/shared/realtime/messages.schema';
import type { BulkAnswer } from '@livelane/shared/tasks/bulk.schema';
import { until } from '../../../../test-kit/until';
import type { TestDatabase } from '../../../test/database';
import {
  createMember,
  createProject,
  createTask,
  createWorkspace,
  type TestProject,
  type TestUser,
  type TestWorkspace,
} from '../../../test/factories';
import { startTestServer, type TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';
import { BoardDraft } from '../boards/board.draft';

// Many cards at once (SPEC.md#bulk).

let database: TestDatabase;
let [a, b] = [] as unknown as [TestServer, TestServer];
let workspace: TestWorkspace;
let project: TestProject;
let [owner, bob] = [] as unknown as [TestUser, TestUser];

onTwoNodes((first, second, both) => {
  [a, b, database] = [first, second, both];
});
beforeEach(async () => {
  workspace = await createWorkspace(a);
  owner = workspace.owner;
  project = await createProject(a, { workspace });
  bob = await createMember(a, project);
});

const bulk = (changes: object[], { node = a, key = randomUUID(), user = owner } = {}) =>
  node
    .request(user)
    .with({ 'Idempotency-Key': key })
    .post<BulkAnswer & ErrorBody>('/kanban/bulk', { projectId: project.id, changes });
const cards = async (count: number, more: object = {}): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await createTask(a, project, { title: `${n}`, ...more })).id);
  return ids;
};
const boardOf = async () => (await a.request(owner).get<ProjectBoard>(`/kanban/project/${project.id}`)).body;
const idsIn = async (state: string) =>
  (await boardOf()).columns.find((column) => column.state === state)?.tasks.map(({ id }) => id);
const opsSince = async (v: number, user = owner) =>
  (await a.request(user).get<{ ops: Op[] }>(`/kanban/project/${project.id}/ops?since=${v}`)).body.ops;

test('R1 200 cards move at once: one op each, consecutive, in the order asked for, by one push to each socket', async () => {
  const ids = await cards(200);
  const [mine, other] = [await a.socket(bob), await b.socket(owner)];
  const { v } = await boardOf();
  const pushes: Record<'mine' | 'other', BoardOps[]> = { mine: [], other: [] };
  for (const [name, socket] of Object.entries({ mine, other })) {
    socket.on('board:ops', (message: BoardOps) => pushes[name as 'mine'].push(message));
    await socket.emitWithAck('board:subscribe', { projectId: project.id });
  }
  const got = (name: 'mine' | 'other') => pushes[name].at(-1)?.to === v + 200;
  const order = [...ids].reverse();
  const key = randomUUID();
  const { status, body } = await bulk(
    order.map((taskId) => ({ taskId, move: { state: 'REVIEW' } })),
    { key },
  );
  expect([status, body.v, body.replayed]).toEqual([200, v + 200, false]);
  expect(body.results).toEqual(order.map((taskId, n) => ({ taskId, status: 200, v: v + n + 1 })));
  expect(await idsIn('REVIEW')).toEqual(order);
  const ops = await opsSince(v);
  expect(ops.every(({ bulkId, type }) => bulkId === key && type === 'task.moved')).toBe(true);
  expect(new Set(ops.map(({ mutationId }) => mutationId)).size).toBe(200);
  await until(() => got('mine') && got('other'));
  expect([pushes.mine.length, pushes.other.length]).toEqual([1, 1]);
  expect(pushes.mine[0]).toMatchObject({ from: v + 1, to: v + 200 });
  mine.disconnect();
  other.disconnect();
});

test('what the cards before it have changed is applied once, not again for each card', async () => {
  const ids = await cards(20);
  const applied = jest.spyOn(BoardDraft.prototype, 'apply');
  await bulk(ids.map((taskId) => ({ taskId, move: { state: 'REVIEW' } })));
  expect(applied).toHaveBeenCalledTimes(19);
  applied.mockRestore();
});

test('each kind of change, with the status of its single call; what is refused stops no other card', async () => {
  const [edited = '', moved = '', deleted = '', gone = '', same = '', stale = ''] = await cards(6);
  await a.request(owner).delete(`/tasks/${gone}`);
  const foreign = await createTask(a, await createProject(a, { workspace }));
  const path = `/workspaces/${workspace.id}/labels`;
  const label = (await a.request(owner).post<Label>(path, { name: 'L', colour: 'red' })).body.id;
  const { v } = await boardOf();
  const { body } = await bulk([
    {
      taskId: edited,
      edit: { priority: 'LOW', labels: { add: [label] }, assignees: { add: [bob.id], remove: [owner.id] } },
    },
    { taskId: moved, move: { state: 'DONE', position: 0 } },
    { taskId: deleted, delete: true },
    { taskId: gone, restore: true },
    { taskId: same, edit: { priority: 'MEDIUM' } },
    { taskId: stale, move: { state: 'DONE', expectedState: 'WAITING' } },
    { taskId: foreign.id, delete: true },
    { taskId: randomUUID(), edit: { priority: 'LOW' } },
  ]);
  expect(body.results.map(({ status, v: at, code }) => [status, at && at - v, code])).toEqual([
    [200, 1, undefined],
    [200, 2, undefined],
    [200, 3, undefined],
    [200, 4, undefined],
    [200, undefined, undefined],
    [409, undefined, 'stale_move'],
    [404, undefined, 'not_found'],
    [404, undefined, 'not_found'],
  ]);
  expect(body.v).toBe(v + 4);
  const board = await boardOf();
  const task = board.columns.flatMap(({ tasks }) => tasks).find(({ id }) => id === edited);
  expect(task).toMatchObject({ priority: 'LOW', labels: [label], assignees: [bob.id] });
  const again = await bulk([
    { taskId: deleted, edit: { priority: 'LOW' } },
    { taskId: edited, edit: { labels: { add: [randomUUID()] } } },
  ]);
  expect(again.body.results.map(({ status, code }) => [status, code])).toEqual([
    [410, 'task_deleted'],
    [400, 'label_not_in_workspace'],
  ]);
});

/** A node dies after so many ops of a bulk change. */
async function crashAfter(written: number, changes: object[], key = randomUUID()): Promise<void> {
  const dying = await startTestServer({ database });
  const ops = dying.connection.models.Op?.collection as unknown as {
    insertMany(documents: object[], options: object): Promise<unknown>;
  };
  const insertMany = ops.insertMany.bind(ops);
  ops.insertMany = async (documents, options) => {
    await insertMany(documents.slice(0, written), options);
    throw new Error('dead');
  };
  expect((await bulk(changes, { node: dying, key })).status).toBe(500);
  await dying.stop();
}

const placed = (taskIds: readonly string[], place: (n: number) => object) =>
  taskIds.map((taskId, n) => ({ taskId, restore: true, place: place(n) }));

test('restored cards come to their places: beside a neighbour, else by position, else to the end', async () => {
  const ids = await cards(6);
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = ids;
  const [elsewhere] = await cards(1, { state: 'REVIEW' });
  const gone = [first, third, fourth, sixth];
  await bulk(gone.map((taskId) => ({ taskId, delete: true })));
  const socket = await b.socket(bob);
  const { v } = await boardOf();
  await socket.emitWithAck('board:subscribe', { projectId: project.id });
  const pushed = new Promise<BoardOps>((resolve) => socket.once('board:ops', resolve));
  const wishes = [
    { beforeId: second },
    { afterId: second, beforeId: fifth },
    // Each upon those before it.
    { afterId: third },
    { afterId: elsewhere, beforeId: randomUUID(), position: 1 },
  ];
  const { body } = await bulk(placed(gone, (n) => wishes[n] ?? {}));
  // One op a card, which has its place: nobody sees it anywhere else.
  expect(body.results).toEqual(gone.map((taskId, n) => ({ taskId, status: 200, v: v + n + 1 })));
  expect((await pushed).ops.map(({ type }) => type)).toEqual(Array(4).fill('task.restored'));
  expect(await idsIn('READY')).toEqual([first, sixth, second, third, fourth, fifth]);
  await bulk([{ taskId: first, delete: true }]);
  await bulk(placed([first], () => ({ afterId: elsewhere })));
  expect((await idsIn('READY'))?.at(-1)).toBe(first);
  socket.disconnect();
});

test('a card that someone else has restored stays where they have put it', async () => {
  const [first = '', second = ''] = await cards(2);
  await bulk([{ taskId: first, delete: true }]);
  await b.request(owner).post(`/tasks/${first}/restore`);
  const { body } = await bulk(
    placed([first], () => ({ beforeId: second })),
    { user: bob },
  );
  expect(body.results).toEqual([{ taskId: first, status: 200 }]);
  expect(await idsIn('READY')).toEqual([second, first]);
});

test('R5 a column whose keys grow too long by restorations is numbered again', async () => {
  const [first = '', ...rest] = await cards(61);
  let others = rest;
  for (let round = 0; round < 8; round++) {
    // Each halves the gap behind the first card, which the one that stays keeps small.
    const into = others.slice(0, -1);
    await bulk(into.map((taskId) => ({ taskId, delete: true })));
    await bulk(placed(into, () => ({ afterId: first })));
    others = [...others.slice(-1), ...into];
  }
  const { columns } = await boardOf();
  const ranks = columns.flatMap(({ tasks }) => tasks.map(({ rank }) => rank.length));
  expect(Math.max(...ranks)).toBeLessThanOrEqual(RANK_MAX_LENGTH);
});

test('R7 the same key does it once and answers alike, also after a crash in the middle; with another body it is 422', async () => {
  const ids = await cards(20);
  const key = randomUUID();
  const changes = ids.map((taskId) => ({ taskId, move: { state: 'TEST' } }));
  await crashAfter(7, changes, key);
  const { v } = await boardOf();
  expect(await idsIn('TEST')).toHaveLength(7);
  const first = await bulk(changes, { key });
  const second = await bulk(changes, { node: b, key });
  expect(first.body.results.map((result) => result.v)).toEqual(ids.map((_, n) => v - 6 + n));
  expect(second.body).toEqual({ ...first.body, replayed: true });
  expect(await idsIn('TEST')).toEqual(ids);
  expect((await boardOf()).v).toBe(v + 13);
  const other = await bulk([{ taskId: ids[0], delete: true }], { key });
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('R7 moves that are sent again after a long wait tell what their user saw, and are the same request', async () => {
  const ids = await cards(3);
  const key = randomUUID();
  const moves = (more: object = {}) => ids.map((taskId) => ({ taskId, move: { state: 'TEST', ...more } }));
  await crashAfter(1, moves(), key);
  await b.request(bob).post('/kanban/moveTask', { taskId: ids[2], state: 'WAITING', position: 0 });
  const waited = moves({ expectedState: 'READY' });
  const first = await bulk(waited, { key });
  expect(first.body.results).toMatchObject([
    { status: 200 },
    { status: 200 },
    { status: 409, code: 'stale_move', conflict: { state: 'WAITING', actorId: bob.id } },
  ]);
  expect((await bulk(moves(), { node: b, key })).body).toEqual({ ...first.body, replayed: true });
  const other = await bulk(moves({ state: 'DONE', expectedState: 'READY' }), { key });
  expect(other.body.code).toBe('idempotency_key_reused');
});

test('a hard limit lets in as many as fit, whoever else moves cards on another node', async () => {
  const path = `/projects/${project.id}/columns/REVIEW`;
  await a.request(owner).put(path, { wipLimit: { max: 5, isHard: true } });
  const [mine, theirs] = [await cards(10), await cards(10)];
  const move = (taskId: string) => ({ taskId, move: { state: 'REVIEW' } });
  const answers = await Promise.all([bulk(mine.map(move)), bulk(theirs.map(move), { node: b, user: bob })]);
  const results = answers.flatMap(({ body }) => body.results);
  expect(results.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(results.filter(({ code }) => code === 'wip_limit')).toHaveLength(15);
  expect(await idsIn('REVIEW')).toHaveLength(5);
});

test('whoever does not see a card among them gets a noop in its place', async () => {
  const [open = ''] = await cards(1);
  const [hidden = ''] = await cards(1, { visibility: 'PRIVATE' });
  const { v } = await boardOf();
  const changes = [open, hidden].map((taskId) => ({ taskId, edit: { priority: 'HIGH' } }));
  const refused = await bulk(changes.slice(1), { user: bob });
  expect(refused.body.results).toMatchObject([{ status: 404, code: 'not_found' }]);
  const socket = await b.socket(bob);
  await socket.emitWithAck('board:subscribe', { projectId: project.id });
  const pushed = new Promise<BoardOps>((resolve) => socket.once('board:ops', resolve));
  await bulk(changes);
  const { ops } = await pushed;
  expect(ops).toMatchObject([
    { type: 'task.patched', taskId: open },
    { v: v + 2, type: 'noop' },
  ]);
  expect(JSON.stringify(ops)).not.toContain(hidden);
  socket.disconnect();
});

test('R11 whoever is removed right after their access check changes nothing', async () => {
  const [taskId] = await cards(1);
  const { oplog } = a.app.services;
  const keptAnswer = oplog.keptAnswer.bind(oplog);
  jest.spyOn(oplog, 'keptAnswer').mockImplementationOnce(async (asked) => {
    await a.request(owner).delete(`/projectUsers/${project.id}/${bob.id}`);
    return keptAnswer(asked);
  });
  const { body } = await bulk([{ taskId, move: { state: 'DONE' } }], { user: bob });
  expect(body.results).toMatchObject([{ taskId, status: 404 }]);
  expect(await idsIn('DONE')).toEqual([]);
});

test.each([
  ['none', []],
  ['201', Array.from({ length: 201 }, () => ({ taskId: randomUUID(), delete: true }))],
  ['no kind', [{ taskId: randomUUID() }]],
  ['two kinds', [{ taskId: randomUUID(), delete: true, restore: true }]],
  ['a place of what is not restored', [{ taskId: randomUUID(), delete: true, place: { position: 0 } }]],
  ['a bad place', [{ taskId: randomUUID(), restore: true, place: { position: -1 } }]],
  ['false', [{ taskId: randomUUID(), delete: false }]],
  ['a bad state', [{ taskId: randomUUID(), move: { state: 'done' } }]],
  ['no array', 'x' as unknown as object[]],
])('%s is 400', async (_, changes) => {
  expect((await bulk(changes)).status).toBe(400);
});

test('a card twice is 400', async () => {
  const taskId = randomUUID();
  expect(
    (
      await bulk([
        { taskId, delete: true },
        { taskId, restore: true },
      ])
    ).status,
  ).toBe(400);
});
