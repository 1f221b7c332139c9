import { BOARD_LINES_TYPE, type BoardTop } from '@livelane/shared/boards/board.lines';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import { unpackCards } from '@livelane/shared/boards/card.packing';
import {
  type Activity,
  type PastBoard,
  pastBoardSchema,
  type Timeline,
  timelineSchema,
} from '@livelane/shared/history/history.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { ApiClient } from '../../../test/api.client';
import { hashOf } from '../../../test/board.listener';
import {
  createMember,
  createProject,
  createTask,
  createWorkspace,
  type TestProject,
} from '../../../test/factories';
import { serverForTests } from '../../../test/harness';
import { headOf } from '../../../test/upkeep';

const server = serverForTests();
let project: TestProject;
let owner: ApiClient;
beforeEach(async () => {
  project = await createProject(server);
  owner = server.request(project.owner);
});

async function at(client: ApiClient, query: string): Promise<PastBoard> {
  const { status, body } = await client.get<PastBoard>(`/kanban/project/${project.id}/at?${query}`);
  expect(status).toBe(200);
  return pastBoardSchema.parse(body);
}

const titles = (board: ProjectBoard) => board.columns.flatMap(({ tasks }) => tasks.map(({ title }) => title));

describe('the board as it was', () => {
  test('R27 has at every version the hash that was sent then', async () => {
    const heads = [await headOf(server, project)];
    const note = async () => void heads.push(await headOf(server, project));
    const ines = await createMember(server, project);
    await note();
    const tasks: TaskWriteAnswer[] = [];
    for (const title of ['A', 'B', 'C']) {
      tasks.push(await createTask(server, project, { title, assignees: [ines.id] }));
      await note();
    }
    const [a, b, c] = tasks.map(({ id }) => id);
    for (const call of [
      () => owner.post('/kanban/moveTask', { taskId: a, state: 'DONE', position: 0 }),
      () => owner.put(`/tasks/${b}`, { visibility: 'PRIVATE', title: 'B2' }),
      () => owner.delete(`/tasks/${c}`),
      () => owner.post(`/tasks/${c}/restore`),
      () => owner.delete(`/projectUsers/${project.id}/${ines.id}`),
      () => owner.delete(`/tasks/${b}`),
    ]) {
      expect((await call()).status).toBeLessThan(300);
      await note();
    }
    expect(heads).toHaveLength(11);
    for (const { v, hash } of heads) {
      const past = await at(owner, `v=${v}`);
      // PRIVATE tasks do not count in a hash.
      expect([past.v, hashOf(past)]).toEqual([v, hash]);
      expect(past.members.map(({ id }) => id).includes(ines.id)).toBe(v > 0 && v < 9);
      expect(past.at === null).toBe(v === 0);
    }
    expect(titles(await at(owner, 'v=4'))).toEqual(['A', 'B', 'C']);
  });

  test('comes as lines, too, with the same cards', async () => {
    for (const title of ['A', 'B', 'C']) await createTask(server, project, { title });
    const past = await at(owner, 'v=2');
    const answer = await fetch(`${server.url}/v1/kanban/project/${project.id}/at?v=2`, {
      headers: { Authorization: `Bearer ${project.owner.token}`, Accept: BOARD_LINES_TYPE },
    });
    expect(answer.headers.get('Content-Type')).toMatch(BOARD_LINES_TYPE);
    const { columns, ...rest } = JSON.parse(await answer.text()) as BoardTop;
    const { columns: _columns, ...asObject } = past;
    expect(rest).toEqual(asObject);
    expect(columns.flatMap(({ cards }) => unpackCards(cards).map(({ title }) => title))).toEqual(['A', 'B']);
  });

  test('has the log read once for versions that lie together, and what is new', async () => {
    for (const title of ['A', 'B', 'C']) await createTask(server, project, { title });
    expect(titles(await at(owner, 'v=2'))).toEqual(['A', 'B']);
    const spy = jest.spyOn(server.app.services.oplog, 'readWeighed');
    /** Without the reads that look for ops after the head. */
    const reads = () => spy.mock.calls.filter(([, sinceV]) => sinceV < 3);
    expect(titles(await at(owner, 'v=1'))).toEqual(['A']);
    expect(titles(await at(owner, 'v=0'))).toEqual([]);
    expect(titles(await at(owner, 'v=2'))).toEqual(['A', 'B']);
    expect(reads()).toEqual([]);
    expect(titles(await at(owner, 'v=3'))).toEqual(['A', 'B', 'C']);
    expect(reads()).toEqual([[project.id, 2, 1]]);
  });

  test('is found by time: the last version that is not later', async () => {
    const made = await createTask(server, project);
    const moved = await owner.post('/kanban/moveTask', { taskId: made.id, state: 'DONE', position: 0 });
    expect(moved.status).toBe(200);
    const [first, second] = [(await at(owner, 'v=1')).at ?? '', (await at(owner, 'v=2')).at ?? ''];
    const just = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
    expect((await at(owner, `time=${just(first, -1)}`)).v).toBe(0);
    if (first < second) expect((await at(owner, `time=${first}`)).v).toBe(1);
    expect((await at(owner, `time=${second}`)).v).toBe(2);
    for (const time of ['2999-01-01T00:00:00Z', '2999-01-01T00:00:00.123456+00:00'])
      expect((await at(owner, `time=${encodeURIComponent(time)}`)).v).toBe(2);
  });

  test('shows a task only to who sees it now, at any version', async () => {
    const ines = await createMember(server, project);
    const member = server.request(await createMember(server, project));
    const [open, hidden] = [
      await createTask(server, project, { title: 'Open' }),
      await createTask(server, project, { title: 'Hidden', assignees: [] }),
    ];
    const gone = await createTask(server, project, { user: ines, title: 'Gone', visibility: 'PRIVATE' });
    const { v } = await headOf(server, project);
    await owner.put(`/tasks/${hidden.id}`, { visibility: 'PRIVATE' });
    await owner.delete(`/tasks/${gone.id}`);
    await owner.delete(`/tasks/${open.id}`);
    expect(titles(await at(member, `v=${v}`))).toEqual(['Open']);
    expect(titles(await at(server.request(ines), `v=${v}`))).toEqual(['Open', 'Gone']);
    expect(titles(await at(owner, `v=${v}`))).toEqual(['Open', 'Hidden', 'Gone']);
  });

  test.each([
    '',
    'v=1&time=2020-01-01T00:00:00Z',
    'v=',
    'v=-1',
    'v=1.5',
    'v=99',
    'time=',
    'time=yesterday',
    'time=2020-01-01',
    'time=2020-01-01T00:00:00%2B02:00',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await owner.get(`/kanban/project/${project.id}/at?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });
});

describe('the timeline', () => {
  const timeline = async (client: ApiClient) => {
    const { status, body } = await client.get<Timeline>(`/kanban/project/${project.id}/timeline`);
    expect(status).toBe(200);
    return timelineSchema.parse(body);
  };

  test('of a short history tells the time of every version', async () => {
    expect(await timeline(owner)).toEqual({ points: [], oldestV: 0 });
    const viewer = server.request(await createMember(server, project, { roleId: 'viewer' }));
    await createTask(server, project);
    const { items } = (await owner.get<Activity>(`/kanban/project/${project.id}/activity`)).body;
    const points = items.map(({ v, at: time }) => ({ v, at: time })).reverse();
    expect(await timeline(viewer)).toEqual({ points, oldestV: 0 });
  });

  test('of a long one from its first to its last version, evenly', async () => {
    const tasks = [await createTask(server, project), await createTask(server, project)];
    for (let round = 0; round < 150; round++) {
      const move = { state: round % 2 === 0 ? 'DONE' : 'READY' };
      const changes = tasks.map(({ id }) => ({ taskId: id, move }));
      await owner.post('/kanban/bulk', { projectId: project.id, changes });
    }
    const versions = (await timeline(owner)).points.map(({ v }) => v);
    expect([versions.length, versions[0], versions.at(-1)]).toEqual([200, 1, 302]);
    for (const [n, v] of versions.slice(1).entries())
      expect([1, 2]).toContain(v - (versions[n] ?? Number.NaN));
  });
});

test('data of a deleted project are not read', async () => {
  const workspace = await createWorkspace(server);
  const other = await createProject(server, { workspace });
  const client = server.request(workspace.owner);
  await client.delete(`/projects/${other.id}`);
  for (const path of ['activity', 'at?v=0', 'timeline'])
    expect((await client.get(`/kanban/project/${other.id}/${path}`)).status).toBe(404);
});
