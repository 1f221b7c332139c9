import { randomUUID } from 'node:crypto';
import type { OpsPage, ProjectBoard } from '@livelane/shared/boards/board.schema';
import { boardHash } from '@livelane/shared/boards/board-hash';
import { applyOp } from '@livelane/shared/boards/fold';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { Activity, PastBoard } from '@livelane/shared/history/history.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { Collection, mongo } from 'mongoose';
import type { TestDatabase } from './database';
import { PASSWORD } from './factories';
import { startTestServer, type TestServer, type TokenHolder } from './harness';
import { openKeptData, readTold, type Told } from './kept-data';

const ADDRESS = '127.0.0.1';

let told: Told;
let database: TestDatabase;
let server: TestServer;
/** Of the unique indexes of mutations, before the present version has started. */
let keysBefore: string[][];
/** A key of an op, and one of a request that changed nothing. */
let [known, kept]: [mongo.Document | null, mongo.Document] = [null, {}];
beforeAll(async () => {
  [told, database] = await Promise.all([readTold(), openKeptData()]);
  const ops = (await database.connect()).collection('ops');
  keysBefore = await keysOf(ops);
  const [projectId] = Object.keys(told.projects);
  known = await ops.findOne({ projectId, type: 'task.moved', actorId: told.users.Maya.id });
  // As protocol 4 kept the answer of a request that changed nothing.
  kept = { ...known, _id: randomUUID() as never, type: 'unchanged', mutationId: randomUUID(), v: 7 };
  await ops.insertOne({ ...kept, projectId: `unchanged/${projectId}`, patch: { v: 1 }, result: {} });
  server = await startTestServer({ database, isOnlyNode: true });
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

async function keysOf(ops: Pick<Collection, 'indexes'>): Promise<string[][]> {
  return (await ops.indexes()).flatMap(({ key }) => ('mutationId' in key ? [Object.keys(key)] : []));
}

async function signIn(name: keyof Told['users']): Promise<TokenHolder> {
  const { email } = told.users[name];
  return (
    await server.app.services.auth.login({ email, password: PASSWORD }, { address: ADDRESS, userAgent: '' })
  ).session;
}

describe('data of version 0.1.0', () => {
  test('R27 every board has the hash that was told at each of its versions', async () => {
    const maya = server.request(await signIn('Maya'));
    expect(Object.keys(told.projects)).toHaveLength(3);
    for (const [id, { hashes }] of Object.entries(told.projects)) {
      const { ops, to } = (await maya.get<OpsPage>(`/kanban/project/${id}/ops?since=0`)).body;
      expect(to).toBe(Math.max(...Object.keys(hashes).map(Number)));
      const tasks = new Map<string, StoredTask>();
      for (const op of ops) {
        for (const [taskId, task] of applyOp((key) => tasks.get(key), op as Op)) {
          if (task) tasks.set(taskId, task);
          else tasks.delete(taskId);
        }
        const hash = hashes[op.v];
        if (hash) expect([op.v, boardHash(tasks.values())]).toEqual([op.v, hash]);
      }
      for (const [v, hash] of Object.entries(hashes)) {
        const past = (await maya.get<PastBoard>(`/kanban/project/${id}/at?v=${v}`)).body;
        expect([past.v, boardHash(past.columns.flatMap((column) => column.tasks))]).toEqual([
          Number(v),
          hash,
        ]);
      }
      const board = (await maya.get<ProjectBoard>(`/kanban/project/${id}`)).body;
      expect(boardHash(board.columns.flatMap((column) => column.tasks))).toBe(hashes[to]);
    }
  });

  test('R7 R35 its keys are known, and from the first upkeep on they are unique in their project', async () => {
    const ops = server.connection.collection('ops');
    expect(keysBefore).toEqual([['actorId', 'mutationId']]);
    const [ofProject, ofOther] = Object.keys(told.projects);
    const maya = server.request(await signIn('Maya'));
    const again = async (key: string, projectId = ofProject) =>
      (await maya.with({ 'Idempotency-Key': key }).post<ErrorBody>('/tasks', { title: 'New', projectId }))
        .body.code;
    const assertKnown = async () => {
      for (const key of [known?.mutationId, kept.mutationId])
        expect(await again(key)).toBe('idempotency_key_reused');
    };
    await assertKnown();
    await server.app.services.nodes.start();
    await server.app.services.historyUpkeep.run();
    expect(await keysOf(ops)).toEqual([['projectId', 'actorId', 'mutationId']]);
    expect(await ops.findOne({ _id: kept._id })).toMatchObject({ projectId: ofProject, v: -8 });
    await assertKnown();
    expect(await again(kept.mutationId, ofOther)).toBeUndefined();
  });

  test('its activity reaches back to the first op', async () => {
    const maya = server.request(await signIn('Maya'));
    for (const id of Object.keys(told.projects)) {
      const versions: number[] = [];
      let query = '?limit=100';
      for (let next: number | null = 0; next !== null; query = `?limit=100&before=${next}`) {
        const page: Activity = (await maya.get<Activity>(`/kanban/project/${id}/activity${query}`)).body;
        versions.push(...page.items.map(({ v }) => v));
        next = page.next;
      }
      const { to, ops } = (await maya.get<OpsPage>(`/kanban/project/${id}/ops?since=0`)).body;
      const housekeeping = ops.flatMap(({ type, v }) => (type === 'column.rebalanced' ? [v] : []));
      const expected = Array.from({ length: to }, (_, index) => to - index);
      expect(versions).toEqual(expected.filter((v) => !housekeeping.includes(v)));
    }
  });

  test('what was PRIVATE, deleted, moved or taken from someone still is', async () => {
    const [maya, tom, ines, ravi] = [
      server.request(await signIn('Maya')),
      server.request(await signIn('Tom')),
      server.request(await signIn('Ines')),
      server.request(await signIn('Ravi')),
    ];
    const { tasks, gone } = told;
    const found = async (client: typeof maya, taskId: string) =>
      (await client.get(`/tasks/${taskId}`)).status;
    expect(await found(maya, tasks.doctor)).toBe(200);
    expect(await found(ines, tasks.doctor)).toBe(200);
    expect(await found(tom, tasks.doctor)).toBe(404);
    expect(await found(maya, tasks.salary)).toBe(410);
    expect(await found(tom, tasks.salary)).toBe(404);
    expect(await found(ravi, tasks.lights)).toBe(404);
    const wanders = await tom.get<StoredTask>(`/tasks/${tasks.wanders}`);
    expect(wanders.body).toMatchObject({ title: 'Now of the site', state: 'IN_PROGRESS' });
    expect((await maya.get(`/kanban/project/${gone}`)).status).toBe(404);
  });
});
