import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { WORKSPACE_PROJECTS_MAX } from '@livelane/shared/http/limits';
import { type View, viewSchema } from '@livelane/shared/views/view.schema';
import { createMember, createProject, type TestProject, type TestUser } from '../../../test/factories';
import { nextEvent, type TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';

/** Saved views of boards, on two nodes (SPEC.md#views). */
let a: TestServer;
let b: TestServer;
let project: TestProject;
let owner: TestUser;
let member: TestUser;
let viewer: TestUser;
onTwoNodes((first, second) => {
  [a, b] = [first, second];
});
beforeEach(async () => {
  project = await createProject(a);
  owner = project.owner;
  member = await createMember(a, project);
  viewer = await createMember(a, project, { roleId: 'viewer' });
});

const add = (body: object, user = owner, node = a) =>
  node.request(user).post<View & ErrorBody>('/views', body);
const ofProject = (more: object = {}) => ({ projectId: project.id, name: 'View', ...more });
const names = async (user: TestUser, of = `?projectId=${project.id}`) =>
  (await b.request(user).get<View[]>(`/views${of}`)).body.map(({ name }) => name);

test('own views are one’s own, shared ones everyone’s, both by name; a viewer has own ones only', async () => {
  const filter = {
    text: 'pay',
    priorities: ['HIGH'],
    timeEstimateIds: [0, 30],
    dueFrom: '2026-01-01',
    dueTo: null,
    assignees: [owner.id],
    labels: [],
    projects: [project.id],
  };
  const made = await add(
    ofProject({ name: '  zeta ', filter: { ...filter, more: 1 }, grouping: 'assignee' }),
  );
  expect(made.status).toBe(201);
  expect(viewSchema.safeParse(made.body).success).toBe(true);
  expect(made.body).toEqual({
    id: expect.any(String),
    projectId: project.id,
    isShared: false,
    name: 'zeta',
    filter,
    grouping: 'assignee',
    createdBy: owner.id,
    createdAt: made.body.updatedAt,
    updatedAt: expect.any(String),
  });
  expect((await add(ofProject({ name: 'Alpha', isShared: true }), member, b)).status).toBe(201);
  expect((await add(ofProject({ name: 'mine' }), viewer)).status).toBe(201);
  expect((await add(ofProject({ isShared: true }), viewer)).status).toBe(403);
  expect(await names(owner)).toEqual(['Alpha', 'zeta']);
  expect(await names(viewer)).toEqual(['Alpha', 'mine']);
  for (const method of ['put', 'delete'] as const)
    expect((await a.request(member)[method](`/views/${made.body.id}`, { name: 'x' })).status).toBe(404);
});

test('views of the personal board belong to one person and are never shared', async () => {
  const made = await add({ name: 'Week', grouping: 'project' }, member);
  expect([made.status, made.body.projectId]).toEqual([201, null]);
  expect((await add({ name: 'Week', isShared: true }, member)).status).toBe(400);
  expect((await a.request(member).put(`/views/${made.body.id}`, { isShared: true })).status).toBe(400);
  expect([await names(member, ''), await names(owner, '')]).toEqual([['Week'], []]);
});

test('any member changes and deletes a shared view, a viewer does not; what is gone is 404', async () => {
  const { body } = await add(ofProject({ isShared: true }));
  const changed = await b
    .request(member)
    .put<View>(`/views/${body.id}`, { name: 'New', filter: { text: 'a' } });
  expect([changed.status, changed.body.name, changed.body.filter]).toEqual([200, 'New', { text: 'a' }]);
  expect(changed.body.grouping).toBe('none');
  expect((await a.request(viewer).put(`/views/${body.id}`, { name: 'x' })).status).toBe(403);
  expect((await a.request(viewer).delete(`/views/${body.id}`)).status).toBe(403);
  expect((await a.request(member).delete(`/views/${body.id}`)).status).toBe(204);
  expect((await a.request(member).delete(`/views/${body.id}`)).status).toBe(404);
  expect((await a.request(owner).put(`/views/${body.id}`, { name: 'x' })).status).toBe(404);
});

test('the same request again is answered again, another one with its id is refused', async () => {
  const body = ofProject({ id: randomUUID(), filter: { text: 'x' } });
  expect((await add(body)).status).toBe(201);
  expect((await add(body, owner, b)).status).toBe(200);
  const taken = await add({ ...body, name: 'Other' });
  expect([taken.status, taken.body.code]).toEqual([409, 'id_taken']);
  expect((await add(body, member)).status).toBe(409);
});

test('at most 50 of each, however many are made at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 54 }, (_, n) => add(ofProject({ name: `View ${n}` }), owner, n % 2 ? a : b)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  const refused = answers.filter(({ status }) => status === 400);
  const message = 'A board can have at most 50 views of your own and 50 for the whole project';
  expect(refused.map(({ body }) => body.errors)).toEqual(Array(4).fill([{ path: 'name', message }]));
  const shared = await add(ofProject({ isShared: true }));
  expect(shared.status).toBe(201);
  expect((await a.request(owner).put(`/views/${shared.body.id}`, { isShared: false })).status).toBe(400);
});

test('deleted labels leave filters, merged ones are what they became', async () => {
  const path = `/workspaces/${project.workspaceId}/labels`;
  const label = async (name: string) =>
    (await a.request(owner).post<{ id: string }>(path, { name, colour: 'red' })).body.id;
  const [gone, one, two] = [await label('gone'), await label('one'), await label('two')];
  await add(ofProject({ filter: { labels: [gone, one] } }));
  await a.request(owner).delete(`${path}/${gone}`);
  await a.request(owner).post(`${path}/${one}/merge`, { into: two });
  const { body } = await b.request(owner).get<View[]>(`/views?projectId=${project.id}`);
  expect(body[0]?.filter.labels).toEqual([two]);
});

test('labels of workspaces that the reader is not in stay as they are in the filter', async () => {
  const path = `/workspaces/${project.workspaceId}/labels`;
  const label = async (name: string) =>
    (await a.request(owner).post<{ id: string }>(path, { name, colour: 'red' })).body.id;
  const labels = [await label('gone'), await label('one')];
  const made = await add({ name: 'Personal', filter: { labels } }, member);
  await a.request(owner).delete(`/workspaceUsers/${project.workspaceId}/${member.id}`);
  await a.request(owner).delete(`${path}/${labels[0]}`);
  await a.request(owner).post(`${path}/${labels[1]}/merge`, { into: await label('two') });
  const { body } = await b.request(member).get<View[]>('/views');
  expect(body[0]?.filter.labels).toEqual(labels);
  const put = await b.request(member).put<View>(`/views/${made.body.id}`, { name: 'New' });
  expect(put.body.filter.labels).toEqual(labels);
  expect((await add({ name: 'More', filter: { labels } }, member)).body.filter.labels).toEqual(labels);
});

test('who has left the project hears nothing of its labels by a view of their own there', async () => {
  const path = `/workspaces/${project.workspaceId}/labels`;
  const label = { name: 'gone', colour: 'red' };
  const { id } = (await a.request(owner).post<{ id: string }>(path, label)).body;
  await add(ofProject({ filter: { labels: [id] } }), member);
  await add({ name: 'Personal', filter: { labels: [id] } }, member);
  await a.request(owner).delete(`/projectUsers/${project.id}/${member.id}`);
  const socket = await a.socket(member);
  const heard: string[] = [];
  // That of the personal board comes last.
  const both = new Promise<void>((resolve) => {
    socket.on('entity:stale', (message) => {
      if (message.entity === 'views') heard.push(message.id);
      if (message.id === member.id) resolve();
    });
  });
  await a.request(owner).delete(`${path}/${id}`);
  await both;
  expect(heard).toEqual([member.id]);
});

test('people are notified when a label of their filter is removed or comes back', async () => {
  const path = `/workspaces/${project.workspaceId}/labels`;
  const label = { name: 'gone', colour: 'red' };
  const { id } = (await a.request(owner).post<{ id: string }>(path, label)).body;
  await add(ofProject({ filter: { labels: [id] } }));
  await add({ name: 'Personal', filter: { labels: [id] } });
  const socket = await a.socket(owner);
  for (const change of [
    () => a.request(owner).delete(`${path}/${id}`),
    () => a.request(owner).post(`${path}/${id}/restore`),
  ]) {
    const both = new Promise<void>((resolve) => {
      const awaited = new Set([project.id, owner.id]);
      socket.on('entity:stale', (message) => {
        if (message.entity === 'views') awaited.delete(message.id);
        if (awaited.size === 0) resolve();
      });
    });
    await change();
    await both;
    socket.off('entity:stale');
  }
});

test('a view that its author shared and left behind belongs to whoever shares it no longer', async () => {
  const { body } = await add(ofProject({ isShared: true }), member);
  const unshare = (view: View) => b.request(owner).put<View>(`/views/${view.id}`, { isShared: false });
  const present = (await add(ofProject({ name: 'Present', isShared: true }), member)).body;
  expect((await unshare(present)).body.createdBy).toBe(member.id);
  await a.request(owner).delete(`/projectUsers/${project.id}/${member.id}`);
  expect((await unshare(body)).body.createdBy).toBe(owner.id);
  expect(await names(owner)).toEqual(['View']);
  expect((await b.request(owner).delete(`/views/${body.id}`)).status).toBe(204);
});

test('everyone who sees the view is notified of a change', async () => {
  const [own, others] = [await a.socket(owner), await a.socket(member)];
  const heard: unknown[] = [];
  others.on('entity:stale', (message) => void (message.entity === 'views' && heard.push(message)));
  let notified = nextEvent(own, 'entity:stale');
  await add(ofProject());
  expect(await notified).toEqual({ entity: 'views', id: project.id });
  notified = nextEvent(own, 'entity:stale');
  await add({ name: 'Personal' });
  expect(await notified).toEqual({ entity: 'views', id: owner.id });
  const toOthers = nextEvent(others, 'entity:stale');
  await add(ofProject({ isShared: true }));
  expect(await toOthers).toEqual({ entity: 'views', id: project.id });
  expect(heard).toHaveLength(1);
});

test('views go with their project; who has left it has none there', async () => {
  const { body } = await add(ofProject(), member);
  await a.request(owner).delete(`/projectUsers/${project.id}/${member.id}`);
  expect((await a.request(member).put(`/views/${body.id}`, { name: 'x' })).status).toBe(404);
  await a.request(owner).delete(`/projects/${project.id}`);
  expect(await a.connection.collection('views').countDocuments({ projectId: project.id })).toBe(0);
});

const randomIds = (length: number) => Array.from({ length }, () => randomUUID());

test('a view names up to as many projects as a workspace has', async () => {
  const projects = randomIds(WORKSPACE_PROJECTS_MAX);
  const { status, body } = await add({ name: 'Workspace', filter: { projects } });
  expect([status, body.filter]).toEqual([201, { projects }]);
});

const wrong: Array<[string, object]> = [
  ['name missing', { name: undefined }],
  ['name blank', { name: '  ' }],
  ['name of 51', { name: 'x'.repeat(51) }],
  ['name with NUL', { name: 'a\0b' }],
  ['name of no text', { name: 7 }],
  ['unknown grouping', { grouping: 'state' }],
  ['shared, of no boolean', { isShared: 'yes' }],
  ['filter of no object', { filter: 'x' }],
  ['unknown priority', { filter: { priorities: ['URGENT'] } }],
  ['unknown estimate', { filter: { timeEstimateIds: [7] } }],
  ['no date', { filter: { dueFrom: '2026-02-30' } }],
  ['no id', { filter: { assignees: ['x'] } }],
  ['text of no text', { filter: { text: {} } }],
  ['text with NUL', { filter: { text: 'a\0' } }],
  ['51 assignees', { filter: { assignees: randomIds(51) } }],
  ['1,001 projects', { filter: { projects: randomIds(WORKSPACE_PROJECTS_MAX + 1) } }],
];
test.each(wrong)('SPEC.md#bad-input a view with %s is a 400', async (_what, more) => {
  const { status, body } = await add(ofProject(more));
  expect([status, body.code]).toEqual([400, 'invalid_input']);
});

test('an unknown project is 404, an id that is none 400, nobody 401', async () => {
  expect((await a.request(owner).get(`/views?projectId=${randomUUID()}`)).status).toBe(404);
  expect((await add({ name: 'x', projectId: randomUUID() })).status).toBe(404);
  expect((await a.request(owner).get('/views?projectId=x')).status).toBe(400);
  expect((await a.request(owner).put('/views/x', {})).status).toBe(400);
  expect((await a.request().get('/views')).status).toBe(401);
});
