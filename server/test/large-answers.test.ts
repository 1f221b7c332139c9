import { createServer, get, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { PROJECT_TASKS_MAX, WORKSPACE_PROJECTS_MAX } from '@livelane/shared/http/limits';
import type { ProjectFilterItem } from '@livelane/shared/projects/project.schema';
import { BoardDraft } from '../src/features/boards/board.draft';
import { BoardReplica } from '../src/features/boards/board.replica';
import { NotificationService } from '../src/features/notifications/notification.service';
import { ProjectStore } from '../src/features/projects/project.store';
import { AccountClosing } from '../src/features/users/account-closing';
import { disconnectWhenStalled } from '../src/http/answers-under-way';
import { createProject, createTask, createUser, type TestProject } from './factories';
import { serverForTests, startTestServer } from './harness';

// R32: no request of one person may hold a node.

/** More than the buffers of a connection take. */
const LARGE_BYTES = 30_000_000;

const server = serverForTests();
let project: TestProject;
beforeAll(async () => {
  project = await createProject(server);
});

/** A board's answer whose body nobody reads. */
function unread(token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    get(`${server.url}/v1/kanban/project/${project.id}`, { headers, agent: false }, resolve).on(
      'error',
      reject,
    );
  });
}

test('R32 whoever does not read large answers gets no more of them, and others do', async () => {
  const { services } = server.app;
  // As large as a connection does not hold: the pages of the board are what is under way.
  const boards = jest.spyOn(services.boards, 'projectBoard');
  const bytes = Buffer.alloc(LARGE_BYTES, ' ');
  boards.mockResolvedValue({
    etag: '"x"',
    seenV: 0,
    page: { size: bytes.length, encoded: async () => ({ encoding: 'identity', body: bytes }) } as never,
  });
  const answers = await Promise.all(Array.from({ length: 40 }, () => unread(project.owner.token)));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(24);
  expect(refused).toHaveLength(16);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  const other = await unread((await createUser(server)).token);
  expect(other.statusCode).toBe(200);

  // What is given up makes room.
  for (const answer of answers) answer.destroy();
  other.destroy();
  boards.mockRestore();
  let status = 429;
  while (status === 429) {
    const answer = await unread(project.owner.token);
    status = answer.statusCode ?? 0;
    answer.destroy();
  }
  expect(status).toBe(200);
});

/** Calls that may be answered at length, or take much work, each with the service's method behind it. */
const ofLongAnswers = (): Array<[string, object, string]> => {
  const { tasks, history, comments } = server.app.services;
  const { id, owner } = project;
  return [
    [`/kanban/project/${id}/trash`, tasks, 'trash'],
    [`/kanban/project/${id}/activity`, history, 'activity'],
    [`/tasks/${id}/comments`, comments, 'list'],
    [`/users/${owner.id}/deletion`, AccountClosing.prototype, 'preview'],
    ['/notifications', NotificationService.prototype, 'list'],
  ];
};

test('R32 all calls that may be answered at length, or take much work, count as large', async () => {
  const refusals: Array<[string, number]> = [];
  for (const [path, service, method] of ofLongAnswers()) {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let begun = 0;
    jest.spyOn(service as Record<string, () => Promise<unknown>>, method).mockImplementation(async () => {
      if (++begun === 25) open();
      await opened;
      return [];
    });
    const headers = { Authorization: `Bearer ${project.owner.token}` };
    const answers = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const { status } = await fetch(`${server.url}/v1${path}`, { headers });
        // The others end once one was refused.
        open();
        return status;
      }),
    );
    refusals.push([path, answers.filter((status) => status === 429).length]);
    jest.restoreAllMocks();
  }
  expect(refusals).toEqual(ofLongAnswers().map(([path]) => [path, 1]));
});

test('R32 in a minute one person may send so many requests, and be sent so many bytes; others go on', async () => {
  const small = await startTestServer({
    config: { budgets: { requestsPerMinute: 40, megabytesPerMinute: 1 } },
  });
  try {
    const { owner, id } = await createProject(small);
    const read = (user = owner) => small.request(user).get('/workspaces/user');
    let refusal = await read();
    for (let n = 0; n < 40 && refusal.status === 200; n++) refusal = await read();
    expect(refusal).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refusal.headers.get('Retry-After'))).toBeGreaterThan(0);
    const reader = await createUser(small);
    expect((await read(reader)).status).toBe(200);

    const bytes = Buffer.alloc(1_500_000, ' ');
    const page = {
      size: bytes.length,
      encoded: async () => ({ encoding: 'identity', body: bytes }),
    } as never;
    jest.spyOn(small.app.services.boards, 'projectBoard').mockResolvedValue({ etag: '"x"', seenV: 0, page });
    const board = () =>
      fetch(`${small.url}/v1/kanban/project/${id}`, { headers: { Authorization: `Bearer ${reader.token}` } });
    await (await board()).arrayBuffer();
    let status = 200;
    while (status === 200) {
      const answer = await board();
      status = answer.status;
      await answer.arrayBuffer();
    }
    expect(status).toBe(429);
  } finally {
    jest.restoreAllMocks();
    await small.stop();
  }
});

test('R32 a full board takes no further task, neither a new one nor one from elsewhere; a workspace no further project', async () => {
  const task = await createTask(server, project, { title: 'From elsewhere' });
  const full = await createProject(server, { owner: project.owner });
  for (const board of [BoardDraft, BoardReplica])
    jest.spyOn(board.prototype, 'size', 'get').mockReturnValue(PROJECT_TASKS_MAX);
  const ours = server.request(project.owner);
  const refused = { status: 409, body: { code: 'project_full' } };
  expect(await ours.post('/tasks', { title: 'One more', projectId: full.id })).toMatchObject(refused);
  expect(await ours.put(`/tasks/${task.id}`, { projectId: full.id })).toMatchObject(refused);
  jest.restoreAllMocks();
  expect((await ours.delete(`/tasks/${task.id}`)).status).toBe(200);

  jest
    .spyOn(ProjectStore.prototype, 'idsInWorkspace')
    .mockResolvedValue(Array.from({ length: WORKSPACE_PROJECTS_MAX }, (_, n) => String(n)));
  const { workspaceId } = project;
  const asked = { workspaceId, name: 'One more', description: 'x' };
  expect(await ours.post('/projects', asked)).toMatchObject({
    status: 409,
    body: { code: 'workspace_full' },
  });
  jest.restoreAllMocks();
});

test('R32 a workspace takes no project too many from people who create some at the same time', async () => {
  const { owner, workspaceId } = await createProject(server);
  const ids = ProjectStore.prototype.idsInWorkspace;
  const others = Array.from({ length: WORKSPACE_PROJECTS_MAX - 2 }, (_, n) => String(n));
  jest.spyOn(ProjectStore.prototype, 'idsInWorkspace').mockImplementation(async function (
    this: ProjectStore,
    id,
  ) {
    return [...others, ...(await ids.call(this, id))];
  });
  const ours = server.request(owner);
  const create = () => ours.post<ErrorBody>('/projects', { workspaceId, name: 'One more', description: 'x' });
  const shown = async () => (await ours.get<ProjectFilterItem[]>('/projects/filter')).body.length;
  const answers = await Promise.all(Array.from({ length: 4 }, create));
  const refused = answers.filter(({ body }) => body.code === 'workspace_full');
  expect(refused.length).toBeGreaterThanOrEqual(3);
  expect(await shown()).toBe(1 + answers.length - refused.length);
  if (refused.length === answers.length) expect((await create()).status).toBe(201);
  expect([(await create()).status, await shown()]).toEqual([409, 2]);
  jest.restoreAllMocks();
});

test('R32 a large board of the past is written while it is read', async () => {
  await createTask(server, project, { title: 'Before' });
  const { body: now } = await server
    .request(project.owner)
    .get<{ v: number }>(`/kanban/project/${project.id}`);
  const past = () => server.request(project.owner).get<object>(`/kanban/project/${project.id}/at?v=${now.v}`);
  const whole = await past();
  jest.spyOn(BoardReplica.prototype, 'weight', 'get').mockReturnValue(100_000_000);
  const streamed = await past();
  jest.restoreAllMocks();
  expect(whole.headers.get('Content-Length')).not.toBeNull();
  expect(streamed.headers.get('Content-Length')).toBeNull();
  expect(streamed.body).toEqual(whole.body);
});

test('R32 every answer has to be taken', async () => {
  const limited = jest.spyOn(ServerResponse.prototype, 'setTimeout');
  const { status } = await server.request(project.owner).get('/workspaces/user');
  expect([status, limited.mock.calls.map(([ms]) => ms)]).toEqual([200, [30_000]]);
  limited.mockRestore();
});

test('R32 a receiver that takes nothing is disconnected', async () => {
  const sender = createServer((_req, res) => {
    disconnectWhenStalled(res, 50);
    res.end(Buffer.alloc(LARGE_BYTES));
  });
  await new Promise<void>((resolve) => sender.listen(0, '127.0.0.1', resolve));
  const closed = new Promise<void>((resolve) =>
    sender.once('request', (_req, res) => res.once('close', resolve)),
  );
  const { port } = sender.address() as AddressInfo;
  get({ host: '127.0.0.1', port, agent: false }, () => undefined).on('error', () => undefined);
  await closed;
  sender.closeAllConnections();
  sender.close();
});
