import type { NotificationPage } from '@livelane/shared/notifications/notification.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import { NotificationWriter } from '../src/features/notifications/notification.writer';
import { REQUEST_BYTES } from '../src/oplog/weighed.reads';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { holdDate } from './fakeDate';
import { serverForTests } from './harness';
import { makeHeavy, mostReadAtOnce } from './heavyLogs';

const server = serverForTests();
let project: TestProject;
/** Another project of Maya's workspace. */
let beside: Project;
let maya: TestUser;
let tom: TestUser;
beforeEach(async () => {
  project = await createProject(server);
  maya = project.owner;
  tom = await createMember(server, project);
  const fields = { name: 'Beside', description: 'For tests', workspaceId: project.workspaceId };
  beside = (await server.request(maya).post<Project>('/projects', fields)).body;
  await server.app.services.notifications.worker.caughtUp();
});

/** Holds back every reading of the log from the next one on. */
function holdBack() {
  const { ofOps } = NotificationWriter.prototype;
  let begin = () => {};
  let goOn = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  jest.spyOn(NotificationWriter.prototype, 'ofOps').mockImplementation(async function (
    this: NotificationWriter,
    ...args
  ) {
    begin();
    await gate;
    return ofOps.apply(this, args);
  });
  return { begun, goOn };
}

type Act = (taskId: string) => Promise<{ status: number }>;
const commentBy =
  (author: () => TestUser): Act =>
  (taskId) =>
    server.request(author()).post(`/tasks/${taskId}/comments`, { text: 'Look' });
const changeTo =
  (fields: () => object): Act =>
  (taskId) =>
    server.request(maya).put(`/tasks/${taskId}`, fields());
const byMaya = commentBy(() => maya);
const byTom = commentBy(() => tom);
/** By a node whose clock differs from that of the others by so much. */
const byTomAt =
  (differenceMs: number): Act =>
  async (taskId) => {
    holdDate(Date.now() + differenceMs);
    try {
      return await byTom(taskId);
    } finally {
      jest.useRealTimers();
    }
  };
const assign = changeTo(() => ({ assignees: [tom.id] }));
const unassign = changeTo(() => ({ assignees: [] }));
const assignAndUnassign: Act = async (taskId) => {
  await assign(taskId);
  return unassign(taskId);
};
const complete = changeTo(() => ({ state: 'DONE' }));
const moveAway = changeTo(() => ({ projectId: beside.id, assignees: [] }));
const remove: Act = (taskId) => server.request(maya).delete(`/tasks/${taskId}`);
const toViewer: Act = () =>
  server.request(maya).put(`/projectUsers/${project.id}`, { userId: tom.id, roleId: 'viewer' });

test('R29 a deletion is told with the title of then, which the task may not show its followers later', async () => {
  const { worker } = server.app.services.notifications;
  const { id } = await createTask(server, project, { title: 'Known', assignees: [tom.id] });
  await worker.caughtUp();
  const { begun, goOn } = holdBack();
  expect((await remove(id)).status).toBe(200);
  await begun;
  expect((await server.request(maya).post(`/tasks/${id}/restore`)).status).toBe(200);
  expect((await changeTo(() => ({ visibility: 'PRIVATE', assignees: [] }))(id)).status).toBe(200);
  expect((await changeTo(() => ({ title: 'Secret' }))(id)).status).toBe(200);
  goOn();
  await worker.caughtUp();
  const { body } = await server.request(tom).get<NotificationPage>('/notifications');
  expect(body.items.find(({ reason }) => reason === 'deleted')).toMatchObject({ title: 'Known' });
  expect(JSON.stringify(body)).not.toContain('Secret');
});

test('R29 of a task that has changed very often since, no more is read than tells who followed it', async () => {
  const { worker } = server.app.services.notifications;
  const { id } = await createTask(server, project);
  for (const act of [byTom, assign]) await act(id);
  await worker.caughtUp();
  const { begun, goOn } = holdBack();
  await complete(id);
  await begun;
  const times = 6;
  for (let n = 0; n < times; n++) {
    await (n % 2 ? assign : unassign)(id);
    await changeTo(() => ({ description: `Edit ${n}` }))(id);
    await byTom(id);
  }
  await makeHeavy(server, { taskId: id });
  const most = mostReadAtOnce();
  goOn();
  await worker.caughtUp();
  expect(await most()).toBeLessThan(REQUEST_BYTES);
  const made = server.connection.collection('notifications').find({ userId: tom.id, taskId: id });
  expect((await made.sort({ v: 1 }).toArray()).map(({ reason }) => reason)).toEqual([
    'assigned',
    'completed',
    ...Array.from({ length: times / 2 }, () => 'assigned'),
  ]);
});

describe.each(['with what follows', 'before what follows'])('R29 an op that is read %s', (read) => {
  test.each<[string, { given?: Act; acts: [Act, Act, ...Act[]]; reasons: string[] }]>([
    ['is not told to who is assigned later', { acts: [byMaya, assign], reasons: ['assigned'] }],
    ['is not told to who comments later', { acts: [byMaya, byTom], reasons: [] }],
    ['is not told to who comments later by a slow clock', { acts: [byMaya, byTomAt(-3000)], reasons: [] }],
    [
      'is told to who has commented before by a fast clock',
      { given: byTomAt(3000), acts: [byMaya, complete], reasons: ['comment', 'completed'] },
    ],
    ['is told to who has commented before', { given: byTom, acts: [byMaya, byTom], reasons: ['comment'] }],
    [
      'is told to who is unassigned later',
      { given: assign, acts: [complete, unassign], reasons: ['assigned', 'completed'] },
    ],
    [
      'is told to who becomes a viewer later',
      { given: assign, acts: [complete, toViewer], reasons: ['assigned', 'completed'] },
    ],
    [
      'is told to who is unassigned before the task is deleted',
      { given: assign, acts: [complete, unassign, remove], reasons: ['assigned', 'completed'] },
    ],
    [
      'is told to who is unassigned as the task moves away',
      { given: assign, acts: [complete, moveAway], reasons: ['assigned', 'completed'] },
    ],
    [
      'is not told to who was unassigned before, and is assigned again',
      { given: assignAndUnassign, acts: [complete, assign], reasons: ['assigned', 'assigned'] },
    ],
  ])('%s', async (_what, { given, acts, reasons }) => {
    const { worker } = server.app.services.notifications;
    const { id } = await createTask(server, project);
    const other = await createTask(server, project);
    await given?.(id);
    await worker.caughtUp();
    const { begun, goOn } = holdBack();
    // A reading takes all ops up to then: it waits before them, or with the first one alone.
    const [first, ...rest] = acts;
    const isAlone = read === 'before what follows';
    expect((await (isAlone ? first(id) : byMaya(other.id))).status).toBeLessThan(300);
    await begun;
    for (const act of isAlone ? rest : acts) expect((await act(id)).status).toBeLessThan(300);
    goOn();
    await worker.caughtUp();
    const made = server.connection.collection('notifications').find({ userId: tom.id, taskId: id });
    expect((await made.sort({ v: 1 }).toArray()).map(({ reason }) => reason)).toEqual(reasons);
  });
});
