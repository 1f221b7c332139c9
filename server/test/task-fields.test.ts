import type { Op } from '@livelane/shared/boards/op.schema';
import type { Activity } from '@livelane/shared/history/history.schema';
import type { Label } from '@livelane/shared/labels/label.schema';
import { initialFields, storedFields } from '@livelane/shared/tasks/task.conversions';
import {
  type AuthorField,
  authorFields,
  fieldRules,
  inputNameOf,
  type Reference,
  type ReferenceField,
  type RequiredField,
  type StoredTask,
  taskFields,
} from '@livelane/shared/tasks/task.fields';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { startTestDatabase, type TestDatabase } from './database';
import { createMember, createProject, createTask, createWorkspace, type TestProject } from './factories';
import { startTestServer, type TestServer } from './harness';

// R23: whatever the table of task fields names goes through every layer. A new field is tested by being in the table.

let database: TestDatabase;
let server: TestServer;
let [from, to] = [] as unknown as [TestProject, TestProject];
let ids: Record<Reference, string[]> = { members: [], labels: [] };

beforeAll(async () => {
  database = await startTestDatabase();
  server = await startTestServer({ database });
  const workspace = await createWorkspace(server);
  from = await createProject(server, { workspace });
  to = await createProject(server, { workspace });
  const bob = await createMember(server, from);
  await createMember(server, to, { user: bob });
  const labels = [];
  for (const name of ['one', 'two']) {
    const path = `/workspaces/${workspace.id}/labels`;
    const made = await server.request(workspace.owner).post<Label>(path, { name, colour: 'red' });
    labels.push(made.body.id);
  }
  ids = { members: [workspace.owner.id, bob.id], labels };
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

/** Two values of a field, as bodies hold them; neither is its default. */
function samplesOf(name: AuthorField): [unknown, unknown] {
  const { type } = fieldRules(name);
  switch (type.is) {
    case 'line':
    case 'text':
      return [`${name} one`, `${name} two`];
    case 'choice':
    case 'choiceOrNone':
      return [type.values.at(-1), type.values.at(0)];
    case 'count':
      return [5, 10];
    case 'timeEstimate':
      return [15, 30];
    case 'date':
      return ['2026-03-01', '2026-03-02'];
    case 'ids': {
      const known = ids[taskFields[name as ReferenceField].refersTo];
      return [[...known].reverse(), [known[1]]];
    }
    default:
      throw new Error(`no author sets a ${type.is}`);
  }
}

const sample = (which: 0 | 1) =>
  Object.fromEntries(authorFields.map((name) => [inputNameOf(name), samplesOf(name)[which]]));
const authored = (task: StoredTask) => Object.fromEntries(authorFields.map((name) => [name, task[name]]));
const api = () => server.request(from.owner);

test('R23 each field is set by POST, and kept by a move to another project, a deletion and a restoration', async () => {
  const { body: made, status } = await api().post<TaskWriteAnswer>('/tasks', {
    ...sample(0),
    projectId: from.id,
  });
  expect(status).toBe(201);
  const expected = storedFields(sample(0));
  expect(authored(made)).toEqual(expected);
  const moved = await api().put<TaskWriteAnswer>(`/tasks/${made.id}`, { projectId: to.id });
  expect(authored(moved.body)).toEqual(expected);
  await api().delete(`/tasks/${made.id}`);
  const restored = await api().post<TaskWriteAnswer>(`/tasks/${made.id}/restore`, {});
  expect(authored(restored.body)).toEqual(expected);
  expect(authored((await api().get<StoredTask>(`/tasks/${made.id}`)).body)).toEqual(expected);
});

test.each(authorFields)(
  'R23 %s: PUT changes it alone, by one op; the activity tells it; old values take it back',
  async (name) => {
    const task = await createTask(server, from, { ...sample(0) });
    const wish = { [inputNameOf(name)]: samplesOf(name)[1] };
    const { body } = await api().put<TaskWriteAnswer>(`/tasks/${task.id}`, wish);
    expect(authored(body)).toEqual({ ...authored(task), ...storedFields(wish) });
    const path = `/kanban/project/${from.id}`;
    const { ops } = (await api().get<{ ops: Op[] }>(`${path}/ops?since=${body.v - 1}`)).body;
    expect(ops).toMatchObject([{ type: 'task.patched', patch: storedFields(wish) }]);
    const { items } = (await api().get<Activity>(`${path}/activity?taskId=${task.id}&limit=1`)).body;
    expect(items[0]?.changes).toEqual([{ field: name, from: task[name], to: body[name] }]);
    const back = await api().put<TaskWriteAnswer>(`/tasks/${task.id}`, {
      [inputNameOf(name)]: samplesOf(name)[0],
    });
    expect(authored(back.body)).toEqual(authored(task));
  },
);

test('R23 absent fields get their defaults', async () => {
  const title = 'Only what is required' satisfies StoredTask[RequiredField];
  const { body } = await api().post<TaskWriteAnswer>('/tasks', { title, projectId: from.id });
  expect(body).toMatchObject(initialFields({ title }, from.owner.id, () => ''));
});

test('R23 a row and an op that are older than a field get its default', async () => {
  const task = await createTask(server, from);
  for (const name of ['Task', 'Op'] as const) {
    const collection = server.connection.models[name]?.collection;
    const without = name === 'Task' ? { dueDate: '' } : { 'patch.dueDate': '' };
    await collection?.updateOne({ taskId: task.id }, { $unset: without });
  }
  const other = await startTestServer({ database });
  const { body } = await other.request(from.owner).get<StoredTask>(`/tasks/${task.id}`);
  expect(body.dueDate).toBeNull();
  const path = `/kanban/project/${from.id}/ops?since=${task.rev - 1}`;
  const { ops } = (await other.request(from.owner).get<{ ops: Op[] }>(path)).body;
  expect(ops[0]).toMatchObject({ type: 'task.created', patch: { dueDate: null } });
  await other.stop();
});
