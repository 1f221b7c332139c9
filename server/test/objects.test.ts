import { randomUUID } from 'node:crypto';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { MoveTaskAnswer, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { ApiClient } from './api.client';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { serverForTests } from './harness';

/** Calls with the ids of one tenant, made by someone of another one. */
type Calls = Array<[name: string, call: () => Promise<{ status: number }>]>;

const server = serverForTests();
let victim: TestProject;
let attacker: TestProject;
let task: TaskWriteAnswer;
let own: TaskWriteAnswer;
let client: ApiClient;

beforeEach(async () => {
  [victim, attacker] = [await createProject(server), await createProject(server)];
  task = await createTask(server, victim, { title: 'Theirs' });
  own = await createTask(server, attacker, { title: 'Mine' });
  client = server.request(attacker.owner);
});

/** Everything that the database holds of a project, its workspace and its tasks. */
async function stateOf(project: TestProject): Promise<string> {
  const owner = server.request(project.owner);
  const answers = [
    await owner.get(`/kanban/project/${project.id}`),
    await owner.get(`/kanban/project/${project.id}/ops?since=0`),
    await owner.get(`/projects/${project.id}`),
    await owner.get(`/projectUsers/${project.id}`),
    await owner.get(`/workspaces/${project.workspaceId}`),
    await owner.get(`/workspaceUsers/${project.workspaceId}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return JSON.stringify(answers.map(({ body }) => body));
}

async function expectAll(status: number, calls: Calls): Promise<void> {
  const [before, beforeOwn] = [await stateOf(victim), await stateOf(attacker)];
  const got: Array<[string, number]> = [];
  for (const [name, call] of calls) got.push([name, (await call()).status]);
  expect(got).toEqual(calls.map(([name]) => [name, status]));
  expect(await stateOf(victim)).toBe(before);
  expect(await stateOf(attacker)).toBe(beforeOwn);
}

test('SPEC.md#bad-input: another tenant’s ids in every position are 404, and nothing changes', async () => {
  const member = await createMember(server, victim);
  const [w, p, me] = [victim.workspaceId, victim.id, attacker.owner.id];
  const names = { name: 'Taken', description: 'Taken' };
  await expectAll(404, [
    ['read task', () => client.get(`/tasks/${task.id}`)],
    ['edit task', () => client.put(`/tasks/${task.id}`, { title: 'Taken' })],
    ['steal task', () => client.put(`/tasks/${task.id}`, { projectId: attacker.id })],
    ['plant task', () => client.put(`/tasks/${own.id}`, { projectId: p })],
    ['delete task', () => client.delete(`/tasks/${task.id}`)],
    ['restore task', () => client.post(`/tasks/${task.id}/restore`)],
    ['move task', () => client.post('/kanban/moveTask', { taskId: task.id, state: 'DONE', position: 0 })],
    ['comments', () => client.get(`/tasks/${task.id}/comments`)],
    ['comment', () => client.post(`/tasks/${task.id}/comments`, { text: 'Taken' })],
    ['create task', () => client.post('/tasks', { title: 'New', projectId: p })],
    ['board', () => client.get(`/kanban/project/${p}`)],
    ['ops', () => client.get(`/kanban/project/${p}/ops?since=0`)],
    ['activity', () => client.get(`/kanban/project/${p}/activity`)],
    ['past board', () => client.get(`/kanban/project/${p}/at?v=0`)],
    ['timeline', () => client.get(`/kanban/project/${p}/timeline`)],
    ['seen', () => client.put(`/kanban/project/${p}/seen`, { v: 0 })],
    ['read project', () => client.get(`/projects/${p}`)],
    ['edit project', () => client.put(`/projects/${p}`, names)],
    ['delete project', () => client.delete(`/projects/${p}`)],
    ['create project', () => client.post('/projects', { ...names, workspaceId: w })],
    ['read workspace', () => client.get(`/workspaces/${w}`)],
    ['workspace of project', () => client.get(`/workspaces/project/${p}`)],
    ['edit workspace', () => client.put(`/workspaces/${w}`, names)],
    ['delete workspace', () => client.delete(`/workspaces/${w}`)],
    ...(['projectUsers', 'workspaceUsers'] as const).flatMap((kind): Calls => {
      const id = kind === 'projectUsers' ? p : w;
      const inBody = kind === 'projectUsers' ? { projectId: p } : { workspaceId: w };
      return [
        [`${kind} list`, () => client.get(`/${kind}/${id}`)],
        [`${kind} roles`, () => client.get(`/${kind}/roles/${id}`)],
        [`${kind} join`, () => client.post(`/${kind}/${id}`, { userId: me, roleId: 'owner' })],
        [`${kind} join by body`, () => client.post(`/${kind}`, { ...inBody, userId: me, roleId: 'owner' })],
        [`${kind} demote`, () => client.put(`/${kind}/${id}`, { userId: member.id, roleId: 'member' })],
        [
          `${kind} demote by body`,
          () => client.put(`/${kind}`, { ...inBody, userId: member.id, roleId: 'member' }),
        ],
        [`${kind} remove`, () => client.delete(`/${kind}/${id}/${member.id}`)],
      ];
    }),
    ['candidates', () => client.get(`/workspaceUsers/project/${p}`)],
    [
      'someone else’s role in my project',
      () => client.put(`/projectUsers/${attacker.id}`, { userId: member.id, roleId: 'viewer' }),
    ],
    ['someone else out of my project', () => client.delete(`/projectUsers/${attacker.id}/${member.id}`)],
  ]);
});

test('SPEC.md#bad-input: strangers as assignees or members of one’s own project are 400, and nothing changes', async () => {
  const stranger = victim.owner.id;
  await expectAll(400, [
    [
      'create with',
      () => client.post('/tasks', { title: 'X', projectId: attacker.id, assignees: [stranger] }),
    ],
    ['edit to', () => client.put(`/tasks/${own.id}`, { assignees: [stranger] })],
    ['difference to', () => client.put(`/tasks/${own.id}`, { assignees: [stranger], baseRev: own.rev })],
    ['join', () => client.post(`/projectUsers/${attacker.id}`, { userId: stranger, roleId: 'member' })],
  ]);
});

test('a task of one project with the id of another one is never read through it', async () => {
  const answer = await client.put(`/tasks/${task.id}`, { projectId: attacker.id, title: 'Mine' });
  expect(answer.status).toBe(404);
  expect(JSON.stringify(answer.body)).not.toContain('Theirs');
  const minted = await client.post('/tasks', { id: task.id, title: 'Same id', projectId: attacker.id });
  expect(minted.status).toBe(409);
  expect(JSON.stringify(minted.body)).not.toContain('Theirs');
});

test('neighbours that are another tenant’s, in another column or unknown decide nothing: the position does', async () => {
  const second = await createTask(server, attacker, { title: 'Second' });
  for (const id of [task.id, randomUUID()]) {
    for (const wish of [{ afterId: id }, { beforeId: id }]) {
      const body = { taskId: second.id, state: 'READY', position: 0, ...wish };
      const first = await client.post<MoveTaskAnswer>('/kanban/moveTask', body);
      expect([first.status, first.body.task.columnPosition]).toEqual([200, 0]);
      await client.post('/kanban/moveTask', { ...body, position: 1 });
    }
  }
});

describe.each(['from the start', 'later on'])('a task of others, PRIVATE %s', (since) => {
  let secret: TaskWriteAnswer;
  let creator: TestUser;
  let maintainer: TestUser;
  beforeEach(async () => {
    creator = await createMember(server, victim);
    maintainer = await createMember(server, victim, { roleId: 'maintainer' });
    const visibility = since === 'later on' ? 'PUBLIC' : 'PRIVATE';
    const fields = { title: 'Hidden words', assignees: [] };
    secret = await createTask(server, victim, { user: creator, visibility, ...fields });
    if (since === 'later on') {
      const theirs = server.request(creator);
      await theirs.put(`/tasks/${secret.id}`, { description: 'Hidden words as well' });
      await theirs.post(`/tasks/${secret.id}/comments`, { text: 'Hidden words of a comment' });
      await theirs.post('/kanban/moveTask', { taskId: secret.id, state: 'READY', position: 0 });
      await theirs.put(`/tasks/${secret.id}`, { visibility: 'PRIVATE' });
    }
    // From here on the "attacker" is a member with every right but sight, who also has a project of their own.
    await createMember(server, victim, { user: attacker.owner, roleId: 'maintainer' });
  });

  const routes = (): Calls => [
    ['read', () => client.get(`/tasks/${secret.id}`)],
    ['edit', () => client.put(`/tasks/${secret.id}`, { title: 'Mine' })],
    ['make visible', () => client.put(`/tasks/${secret.id}`, { visibility: 'PUBLIC' })],
    ['assign themselves', () => client.put(`/tasks/${secret.id}`, { assignees: [attacker.owner.id] })],
    ['take away', () => client.put(`/tasks/${secret.id}`, { projectId: attacker.id })],
    ['move', () => client.post('/kanban/moveTask', { taskId: secret.id, state: 'DONE', position: 0 })],
    ['delete', () => client.delete(`/tasks/${secret.id}`)],
    ['restore', () => client.post(`/tasks/${secret.id}/restore`)],
    ['comments', () => client.get(`/tasks/${secret.id}/comments`)],
    ['comment', () => client.post(`/tasks/${secret.id}/comments`, { text: 'Mine' })],
  ];

  test('is 404 on every route, alive and deleted, and nothing changes', async () => {
    await expectAll(404, routes());
    expect((await server.request(creator).delete(`/tasks/${secret.id}`)).status).toBe(200);
    await expectAll(404, routes());
  });

  test('is 404 on every route also while its row is older than the op that hid it', async () => {
    // As a process leaves it that dies between the op and the row.
    await server.app.services.oplog.rowsCaughtUp();
    const rows = server.connection.collection('tasks');
    const { modifiedCount } = await rows.updateOne({ taskId: secret.id }, { $set: { visibility: 'PUBLIC' } });
    expect(modifiedCount).toBe(1);
    await expectAll(404, routes());
  });

  test('is in no board, ops answer, catch-up or personal board, not even by its id', async () => {
    const { epoch } = (await client.get<ProjectBoard>(`/kanban/project/${victim.id}`)).body;
    const caughtUp: unknown[] = [];
    // One who was away meanwhile, and one who has joined since.
    for (const user of [maintainer, attacker.owner]) {
      const socket = await server.socket(user);
      const cursor = { projectId: victim.id, epoch, sinceV: 0 };
      const delta = await socket.emitWithAck('board:subscribe', cursor);
      expect(delta).toMatchObject({ ok: true, mode: 'delta' });
      const { body } = await server.request(user).get(`/kanban/project/${victim.id}/ops?since=0`);
      expect(body).toMatchObject({ from: 1 });
      caughtUp.push(delta, body);
    }
    const seen = JSON.stringify([
      caughtUp,
      (await client.get(`/kanban/project/${victim.id}`)).body,
      (await client.get(`/kanban/project/${victim.id}/activity`)).body,
      (await client.get(`/kanban/project/${victim.id}/at?time=2999-01-01T00:00:00Z`)).body,
      (await client.get('/kanban/personal')).body,
    ]);
    expect(seen).toContain(task.id);
    expect(seen).not.toContain(secret.id);
    expect(seen).not.toContain('Hidden words');
  });

  test('as a neighbour it decides nothing, as for an unknown id', async () => {
    const places: number[] = [];
    for (const afterId of [secret.id, randomUUID()]) {
      await client.post('/kanban/moveTask', { taskId: task.id, state: 'REVIEW', position: 0 });
      const body = { taskId: task.id, state: 'READY', position: 0, afterId };
      const { body: moved } = await client.post<MoveTaskAnswer>('/kanban/moveTask', body);
      places.push(moved.task.columnPosition);
      const all = (await server.request(creator).get<ProjectBoard>(`/kanban/project/${victim.id}`)).body;
      const ready = all.columns.find(({ state }) => state === 'READY')?.tasks.map(({ id }) => id);
      expect(ready).toEqual([task.id, secret.id]);
    }
    expect(places).toEqual([0, 0]);
  });

  test('viewers: every write is 403 on what they see and 404 on what they do not', async () => {
    const viewer = server.request(await createMember(server, victim, { roleId: 'viewer' }));
    const writes = (id: string): Calls => [
      ['edit', () => viewer.put(`/tasks/${id}`, { title: 'Mine' })],
      ['move', () => viewer.post('/kanban/moveTask', { taskId: id, state: 'DONE', position: 0 })],
      ['delete', () => viewer.delete(`/tasks/${id}`)],
      ['restore', () => viewer.post(`/tasks/${id}/restore`)],
    ];
    await expectAll(403, writes(task.id));
    await expectAll(404, writes(secret.id));
  });
});
