import { BOARD_LINES_TYPE, type BoardTop } from '@livelane/shared/boards/board.lines';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import { unpackCards } from '@livelane/shared/boards/card.packing';
import {
  type Activity,
  activitySchema,
  type PastBoard,
  pastBoardSchema,
  type Timeline,
  timelineSchema,
} from '@livelane/shared/history/history.schema';
import type { Label } from '@livelane/shared/labels/label.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { mongo } from 'mongoose';
import type { ApiClient } from '../../../test/api.client';
import { hashOf } from '../../../test/board.listener';
import {
  createMember,
  createProject,
  createTask,
  createWorkspace,
  type TestProject,
  type TestUser,
} from '../../../test/factories';
import { nextEvent, serverForTests } from '../../../test/harness';
import { headOf } from '../../../test/upkeep';
import { DUPLICATE_KEY } from '../../database/duplicate-key';

const server = serverForTests();
let project: TestProject;
let owner: ApiClient;
beforeEach(async () => {
  project = await createProject(server);
  owner = server.request(project.owner);
});

async function activity(client: ApiClient, query = ''): Promise<Activity> {
  const { status, body } = await client.get<Activity>(`/kanban/project/${project.id}/activity${query}`);
  expect(status).toBe(200);
  return activitySchema.parse(body);
}

async function at(client: ApiClient, query: string): Promise<PastBoard> {
  const { status, body } = await client.get<PastBoard>(`/kanban/project/${project.id}/at?${query}`);
  expect(status).toBe(200);
  return pastBoardSchema.parse(body);
}

const titles = (board: ProjectBoard) => board.columns.flatMap(({ tasks }) => tasks.map(({ title }) => title));

describe('activity', () => {
  test('tells each change with its old and new values, newest first', async () => {
    const ines = await createMember(server, project);
    const task = await createTask(server, project, { title: 'Lights', assignees: [] });
    await owner.put(`/tasks/${task.id}`, { title: 'Quay lights', timeEstimateId: 60, assignees: [ines.id] });
    await owner.post('/kanban/moveTask', { taskId: task.id, state: 'DONE', position: 0 });
    await owner.put(`/tasks/${task.id}`, { state: 'TEST' });
    await owner.put(`/projects/${project.id}`, { name: 'Harbour', description: project.description });
    await owner.put(`/projectUsers/${project.id}`, { userId: ines.id, roleId: 'maintainer' });
    await owner.delete(`/projectUsers/${project.id}/${ines.id}`);
    await owner.delete(`/tasks/${task.id}`);
    await owner.post(`/tasks/${task.id}/restore`);
    const { items, next, people, oldestV } = await activity(owner);
    const [user, of] = [{ userId: ines.id }, { taskId: task.id, title: 'Quay lights' }];
    const state = (from: string | null, to: string | null) => ({ field: 'state', from, to });
    const role = (from: string | null, to: string | null) => [{ field: 'roleId', from, to }];
    expect(items.map(({ v: _v, at: _at, actorId: _actor, ...rest }) => rest)).toEqual([
      { type: 'task.restored', ...of, changes: [state(null, 'TEST')] },
      { type: 'task.deleted', ...of, changes: [state('TEST', null)] },
      { type: 'member.removed', ...user, unassigned: [task.id], changes: role('maintainer', null) },
      { type: 'member.roleChanged', ...user, changes: role('member', 'maintainer') },
      { type: 'project.patched', changes: [{ field: 'name', from: 'Project', to: 'Harbour' }] },
      { type: 'task.patched', ...of, changes: [state('DONE', 'TEST')] },
      { type: 'task.moved', ...of, changes: [state('READY', 'DONE')] },
      {
        type: 'task.patched',
        ...of,
        changes: [
          { field: 'title', from: 'Lights', to: 'Quay lights' },
          { field: 'timeEstimate', from: null, to: { id: 60, name: 'time_estimate_60' } },
          { field: 'assignees', from: [], to: [ines.id] },
        ],
      },
      { type: 'task.created', ...of, changes: [state(null, 'READY')] },
      { type: 'member.added', ...user, changes: role(null, 'member') },
    ]);
    expect(items.map(({ v }) => v)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect([next, oldestV]).toEqual([null, 0]);
    expect(people.map(({ id }) => id).sort()).toEqual([ines.id, project.owner.id].sort());
  });

  test('comes page by page, by versions, task, actor and type', async () => {
    const tom = await createMember(server, project, { roleId: 'maintainer' });
    const [one, two] = [await createTask(server, project), await createTask(server, project, { user: tom })];
    for (const state of ['DONE', 'READY', 'TEST'])
      await server.request(tom).post('/kanban/moveTask', { taskId: one.id, state, position: 0 });
    const versions = async (query: string) => {
      const page = await activity(owner, query);
      return [page.items.map(({ v }) => v), page.next];
    };
    expect(await versions('')).toEqual([[6, 5, 4, 3, 2, 1], null]);
    expect(await versions('?limit=4')).toEqual([[6, 5, 4, 3], 3]);
    expect(await versions('?limit=4&before=3')).toEqual([[2, 1], null]);
    expect(await versions('?limit=2&before=3')).toEqual([[2, 1], null]);
    expect(await versions('?after=3')).toEqual([[6, 5, 4], null]);
    expect(await versions('?after=3&before=6&limit=1')).toEqual([[5], 5]);
    expect(await versions('?before=0')).toEqual([[], null]);
    expect(await versions(`?taskId=${one.id}`)).toEqual([[6, 5, 4, 2], null]);
    expect(await versions(`?taskId=${two.id}`)).toEqual([[3], null]);
    expect(await versions(`?actorId=${project.owner.id}`)).toEqual([[2, 1], null]);
    expect(await versions('?type=task.created,member.added')).toEqual([[3, 2, 1], null]);
    expect(await versions(`?type=task.moved&actorId=${tom.id}&limit=2`)).toEqual([[6, 5], 5]);
  });

  test('of a task tells that a label was taken from it, by deletion or merge, to who sees it', async () => {
    const labels = `/workspaces/${project.workspaceId}/labels`;
    const made = async (name: string) => (await owner.post<Label>(labels, { name, colour: 'red' })).body.id;
    const [one, two] = [await made('One'), await made('Two')];
    const first = await createTask(server, project, { labels: [one, two] });
    const hidden = await createTask(server, project, { labels: [one], visibility: 'PRIVATE', assignees: [] });
    const other = await createTask(server, project);
    await owner.post(`${labels}/${one}/merge`, { into: two });
    await owner.put(`/tasks/${first.id}`, { title: 'Edited' });
    await owner.delete(`${labels}/${two}`);
    const merged = { type: 'label.removed', changes: [{ field: 'labels', from: [one], to: [two] }] };
    const removed = { type: 'label.removed', changes: [{ field: 'labels', from: [two], to: [] }] };
    const told = async (query: string, client = owner) =>
      (await activity(client, query)).items.map(({ type, changes }) => ({ type, changes }));
    const [edited, created] = [{ type: 'task.patched' }, { type: 'task.created' }];
    expect(await told(`?taskId=${first.id}`)).toMatchObject([removed, edited, merged, created]);
    expect(await told(`?taskId=${hidden.id}`)).toMatchObject([removed, merged, created]);
    expect(await told(`?taskId=${other.id}`)).toMatchObject([created]);
    expect(await told(`?taskId=${first.id}&type=label.removed&limit=1`)).toEqual([removed]);
    const page = await activity(owner, `?taskId=${first.id}&limit=2`);
    expect(await told(`?taskId=${first.id}&limit=2&before=${page.next}`)).toMatchObject([merged, created]);
    const member = await createMember(server, project);
    expect(await told(`?taskId=${first.id}&actorId=${member.id}`)).toEqual([]);
    expect(await told(`?taskId=${hidden.id}`, server.request(member))).toEqual([]);
    expect(await told(`?taskId=${first.id}`, server.request(member))).toHaveLength(4);
  });

  test('shows a PRIVATE task’s past only to who sees it now, also after its end', async () => {
    const ines = await createMember(server, project);
    const [member, theirs] = [server.request(await createMember(server, project)), server.request(ines)];
    const open = await createTask(server, project, { title: 'Open', assignees: [] });
    const hidden = await createTask(server, project, { user: ines, title: 'Salary', assignees: [] });
    const gone = await createTask(server, project, {
      title: 'Gone',
      visibility: 'PRIVATE',
      assignees: [ines.id],
    });
    const before = await activity(member);
    expect(before.items.map(({ taskId }) => taskId)).toEqual([hidden.id, open.id, undefined, undefined]);
    await theirs.put(`/tasks/${hidden.id}`, { visibility: 'PRIVATE' });
    await owner.delete(`/tasks/${gone.id}`);
    const texts = JSON.stringify([await activity(member), await activity(member, `?taskId=${hidden.id}`)]);
    for (const secret of [hidden.id, gone.id, 'Salary', 'Gone']) expect(texts).not.toContain(secret);
    expect((await activity(member)).next).toBeNull();
    expect((await activity(member, '?limit=2')).items).toHaveLength(2);
    for (const client of [theirs, owner]) {
      const all = (await activity(client)).items.map(({ taskId }) => taskId);
      expect(all).toEqual([gone.id, hidden.id, gone.id, hidden.id, open.id, undefined, undefined]);
    }
  });

  test('names the other project of a moved task only to who may see it', async () => {
    const workspace = { id: project.workspaceId, owner: project.owner } as never;
    const other = await createProject(server, { workspace });
    const member = server.request(await createMember(server, project));
    const task = await createTask(server, project);
    await owner.put(`/tasks/${task.id}`, { projectId: other.id });
    const move = { field: 'projectId', from: project.id, to: other.id };
    expect((await activity(owner)).items[0]?.changes).toContainEqual(move);
    expect((await activity(member)).items[0]?.changes).toEqual([{ field: 'state', from: 'READY', to: null }]);
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=',
    'limit=1.5',
    'before=-1',
    'before=1.5',
    'before=x',
    'after=-1',
    'after=',
    'type=task.teleported',
    'type=',
    'type=task.moved,',
    'taskId=5',
    'actorId=x',
  ])('refuses %s', async (query) => {
    const { status, body } = await owner.get(`/kanban/project/${project.id}/activity?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });
});

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

describe('what someone has seen', () => {
  const seenBy = async (client: ApiClient, headers: Record<string, string> = {}) => {
    const answer = await client.with(headers).get(`/kanban/project/${project.id}`);
    return [answer.status, answer.headers.get('Livelane-Seen')];
  };
  const mark = async (client: ApiClient, v: unknown) =>
    (await client.put(`/kanban/project/${project.id}/seen`, { v })).status;

  test('is sent with the board on every device, rises, and never falls', async () => {
    const member: TestUser = await createMember(server, project);
    await createTask(server, project);
    expect(await seenBy(owner)).toEqual([200, '0']);
    const socket = await server.socket(project.owner);
    const pushed = nextEvent(socket, 'board:seen');
    expect(await mark(owner, 2)).toBe(204);
    expect(await pushed).toEqual({ projectId: project.id, seenV: 2 });
    const board = await owner.get(`/kanban/project/${project.id}`);
    expect(await seenBy(owner, { 'If-None-Match': board.headers.get('ETag') ?? '' })).toEqual([304, '2']);
    const heard: unknown[] = [];
    socket.on('board:seen', (message) => heard.push(message));
    expect(await mark(owner, 1)).toBe(204);
    expect(await seenBy(owner)).toEqual([200, '2']);
    expect(await seenBy(server.request(member))).toEqual([200, '0']);
    await socket.emitWithAck('sync:ping', {});
    expect(heard).toEqual([]);
  });

  test('two first marks at once both count, also where the database refuses one as a duplicate', async () => {
    const { Seen } = server.connection.models;
    const updateOne = Seen?.updateOne.bind(Seen) as (...args: unknown[]) => Promise<unknown>;
    const refused = async (...args: unknown[]) => {
      await updateOne(...args);
      throw new mongo.MongoServerError({ message: 'E11000', code: DUPLICATE_KEY });
    };
    jest.spyOn(Seen as never, 'updateOne').mockImplementationOnce(refused as never);
    await createTask(server, project);
    expect(await mark(owner, 1)).toBe(204);
    expect(await seenBy(owner)).toEqual([200, '1']);
  });

  test('is kept for who leaves and comes back', async () => {
    const member = await createMember(server, project);
    expect(await mark(server.request(member), 1)).toBe(204);
    await owner.delete(`/projectUsers/${project.id}/${member.id}`);
    expect(await mark(server.request(member), 2)).toBe(404);
    await createMember(server, project, { user: member });
    expect(await seenBy(server.request(member))).toEqual([200, '1']);
  });

  test('refuses versions after the head and what is none', async () => {
    for (const v of [1, -1, 1.5, '0', null, undefined, {}, 1e20])
      expect([v, await mark(owner, v)]).toEqual([v, 400]);
    expect(await mark(owner, 0)).toBe(204);
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
    const { items } = await activity(owner);
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
