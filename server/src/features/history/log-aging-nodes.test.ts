import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { ApiAnswer, ApiClient } from '../../../test/api.client';
import { hashOf } from '../../../test/board.listener';
import { createProject, createTask, type TestProject } from '../../../test/factories';
import { holdDate } from '../../../test/fakeDate';
import type { TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';

const HISTORY_DAYS = 30;
const LATER_MS = 50 * 24 * 60 * 60 * 1000;
/** Changes on the other node, all but the last of which are folded. */
const CHANGES = 4;

let a: TestServer;
let b: TestServer;
onTwoNodes(
  (first, second) => {
    [a, b] = [first, second];
  },
  { historyDays: HISTORY_DAYS },
);

let project: TestProject;
let task: TaskWriteAnswer;

/** A board that was in use on one node, then on the other one only, and has rested until that was folded. */
beforeEach(async () => {
  project = await createProject(a);
  task = await createTask(b, project);
  // Which keeps this part of the past in memory, too.
  await b.request(project.owner).get(`/kanban/project/${project.id}/at?v=${task.v}`);
  for (let n = 1; n <= CHANGES; n++)
    await a.request(project.owner).put(`/tasks/${task.id}`, { title: `Title ${n}` });
  holdDate(Date.now() + LATER_MS);
  await a.app.services.historyUpkeep.run(new Date());
  const ops = await a.connection.collection('ops').find({ projectId: project.id }).toArray();
  expect(ops.map(({ v }) => v)).toEqual([1 + CHANGES]);
});
afterEach(() => jest.useRealTimers());

/** Someone who signs in again: their token has expired. */
async function ownerOn(node: TestServer): Promise<ApiClient> {
  const { email, password } = project.owner;
  const { body } = await node.request().post<{ token: string }>('/auth/login', { email, password });
  return node.request({ token: body.token });
}

async function boardOn(node: TestServer) {
  const { body } = await (await ownerOn(node)).get<ProjectBoard>(`/kanban/project/${project.id}`);
  const cards = body.columns.flatMap(({ tasks }) =>
    tasks.map(({ title, description }) => [title, description]),
  );
  return { v: body.v, hash: hashOf(body), cards: cards.sort() };
}

test.each(['', '/activity', '/at?v=4', '/at?v=5', '/ops?since=1'])(
  'R25 a node whose board is older than the folded ops reads it again: GET %s',
  async (path) => {
    const { status } = await (await ownerOn(b)).get(`/kanban/project/${project.id}${path}`);
    expect(status).toBe(200);
    expect(await boardOn(b)).toEqual(await boardOn(a));
  },
);

type Write = (client: ApiClient) => Promise<ApiAnswer<unknown>>;

test.each<[string, Write]>([
  ['an edit', (client) => client.put(`/tasks/${task.id}`, { description: 'Text' })],
  ['a new card', (client) => client.post('/tasks', { title: 'New', projectId: project.id })],
  ['a comment', (client) => client.post(`/tasks/${task.id}/comments`, { text: 'Comment' })],
  ['a column', (client) => client.put(`/projects/${project.id}/columns/DONE`, { name: 'Over' })],
])(
  'R2 R25 a node that remembers a version whose followers were folded commits after the latest: %s',
  async (_name, write) => {
    const { status, body } = await write(await ownerOn(b));
    expect([status < 300, body]).toMatchObject([true, { v: CHANGES + 2 }]);
    const ops = await a.connection.collection('ops').find({ projectId: project.id }).sort({ v: 1 }).toArray();
    expect(ops.map(({ v }) => v)).toEqual([CHANGES + 1, CHANGES + 2]);
    expect((await boardOn(a)).v).toBe(CHANGES + 2);
    expect(await boardOn(b)).toEqual(await boardOn(a));
    expect(await a.app.services.boardCheck.check(project.id)).toBe('same');
  },
);
