import { type Activity, activitySchema } from '@livelane/shared/history/history.schema';
import type { Label } from '@livelane/shared/labels/label.schema';
import type { ApiClient } from '../../../test/api.client';
import { createMember, createProject, createTask, type TestProject } from '../../../test/factories';
import { serverForTests } from '../../../test/harness';

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
