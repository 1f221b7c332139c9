import { randomUUID } from 'node:crypto';
import type { OpType } from '@livelane/shared/boards/op.schema';
import { opProtocol, opTypes } from '@livelane/shared/boards/op.types';
import { CARDS_PROTOCOL, FIRST_PROTOCOL } from '@livelane/shared/http/protocol';
import type { CommitRequest } from '../src/oplog/commit.types';
import type { PreparedOp } from '../src/oplog/op.types';
import { createProject, createTask, createUser, type TestProject, type TestUser } from './factories';
import { serverForTests } from './harness';

const server = serverForTests();
let project: TestProject;
let owner: TestUser;
beforeAll(async () => {
  owner = await createUser(server);
  project = await createProject(server, { owner });
});

const ops = () =>
  server.connection.collection('ops').countDocuments({ projectId: project.id, v: { $gt: 0 } });

async function beside<T>(protocol: number, work: () => Promise<T>): Promise<T> {
  const nodes = server.connection.collection<{ _id: string }>('nodes');
  await nodes.insertOne({ _id: 'older', protocol, at: new Date() } as never);
  try {
    return await work();
  } finally {
    await nodes.deleteOne({ _id: 'older' });
  }
}

const request = (type: OpType, bulkId: string) => ({
  projectId: project.id,
  actorId: owner.id,
  mutationId: randomUUID(),
  fingerprint: '',
  bulkId,
  prepare: async () => ({ type, patch: {}, before: null }) as unknown as PreparedOp,
});

const withoutBulk = ({ bulkId: _bulkId, ...rest }: ReturnType<typeof request>): CommitRequest<undefined> =>
  rest;

const newer = opTypes.filter((type) => opProtocol[type] > FIRST_PROTOCOL);

test.each(newer)('R22 no %s is written while a node lives that cannot read it', async (type) => {
  const before = await ops();
  const commit = () => server.app.services.oplog.commit(withoutBulk(request(type, randomUUID())));
  await expect(beside(opProtocol[type] - 1, commit)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await ops()).toBe(before);
});

test('R22 no op of many cards is written while a node lives that cannot read it', async () => {
  const { oplog } = server.app.services;
  const before = await ops();
  const commit = () => oplog.commitTogether([request('task.deleted', randomUUID())], oplog.rightsVersion);
  const [outcome] = await beside(CARDS_PROTOCOL - 1, commit);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  expect(await ops()).toBe(before);
});

test('R22 such a request is answered 503 and told when to come back, and is done once that node is gone', async () => {
  const client = server.request(owner);
  const task = await createTask(server, project);
  const calls = [
    () => client.post(`/tasks/${task.id}/comments`, { text: 'Text' }),
    () => client.post(`/tasks/${task.id}/checklist`, { items: [{ text: 'Item' }] }),
    () => client.put(`/projects/${project.id}/columns/READY`, { name: 'Next' }),
    () =>
      client.post('/kanban/bulk', {
        projectId: project.id,
        changes: [{ taskId: task.id, edit: { priority: 'LOW' } }],
      }),
  ];
  const before = await ops();
  for (const call of calls) {
    const { status, body, headers } = await beside(FIRST_PROTOCOL, call);
    expect([status, body.code, headers.get('Retry-After')]).toEqual([503, 'unavailable', '5']);
  }
  expect(await ops()).toBe(before);
  for (const call of calls) expect((await call()).status).toBeLessThan(300);
  expect(await ops()).toBe(before + calls.length);
});
