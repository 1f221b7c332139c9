import { randomUUID } from 'node:crypto';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { ChecklistItem } from '@livelane/shared/tasks/checklist';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import {
  createMember,
  createProject,
  createTask,
  createWorkspace,
  type TestProject,
  type TestUser,
} from '../../../test/factories';
import type { TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';

// Checklists merge item by item (SPEC.md#checklists).

let [a, b] = [] as unknown as [TestServer, TestServer];
let project: TestProject;
let other: TestProject;
let [owner, bob] = [] as unknown as [TestUser, TestUser];

onTwoNodes((first, second) => {
  [a, b] = [first, second];
});
beforeAll(async () => {
  const workspace = await createWorkspace(a);
  owner = workspace.owner;
  project = await createProject(a, { workspace });
  other = await createProject(a, { workspace });
  bob = await createMember(a, project);
});

type Answer = TaskWriteAnswer & ErrorBody;
const add = (taskId: string, items: object[], place: object = {}, node = a, user = owner) =>
  node.request(user).post<Answer>(`/tasks/${taskId}/checklist`, { items, ...place });
const change = (taskId: string, itemId: string, body: object, node = a, user = owner) =>
  node.request(user).put<Answer>(`/tasks/${taskId}/checklist/${itemId}`, body);
const remove = (taskId: string, itemId: string, node = a) =>
  node.request(owner).delete<Answer>(`/tasks/${taskId}/checklist/${itemId}`);
const itemsOf = async (taskId: string, node = a): Promise<ChecklistItem[]> =>
  (await node.request(owner).get<TaskWriteAnswer>(`/tasks/${taskId}`)).body.checklist;
const textsOf = (items: readonly ChecklistItem[]) => items.map(({ text }) => text).join('');
const lines = (texts: string) => [...texts].map((text) => ({ text }));
/** A task with one item per letter. */
async function taskWith(texts: string): Promise<{ id: string; rev: number; ids: string[] }> {
  const { id, rev, checklist } = await createTask(a, project, { checklist: lines(texts) });
  return { id, rev, ids: checklist.map((item) => item.id) };
}

test('items come with a new task or later, together, in order, at the top, beside others or at the end', async () => {
  const { id, ids } = await taskWith('bc');
  await add(id, lines('yz'));
  await add(id, lines('a'), { afterId: null });
  await add(id, lines('12'), { afterId: ids[0] });
  await add(id, lines('34'), { afterId: randomUUID(), beforeId: ids[1] });
  const last = await add(id, lines('!'), { afterId: randomUUID() });
  expect([last.status, textsOf(last.body.checklist)]).toEqual([201, 'ab1234cyz!']);
  expect(textsOf(await itemsOf(id, b))).toBe('ab1234cyz!');
});

test('an id on this task is refused, of a removed item it is free again', async () => {
  const { id, ids } = await taskWith('ab');
  const taken = await add(id, [{ id: ids[0], text: 'x' }]);
  expect([taken.status, taken.body.code]).toEqual([409, 'id_taken']);
  await remove(id, ids[0] ?? '');
  expect((await add(id, [{ id: ids[0], text: 'x' }])).status).toBe(201);
  const twice = randomUUID();
  expect(
    (
      await add(
        id,
        [twice, twice].map((each) => ({ id: each, text: 'x' })),
      )
    ).status,
  ).toBe(400);
});

test('a checklist has at most 100 items, however many are added at once', async () => {
  const { id } = await taskWith('x'.repeat(95));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => add(id, lines('x'), {}, n % 2 ? a : b)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(400)]);
  expect(await itemsOf(id)).toHaveLength(100);
});

test('R1 each change is an op that tells what changed, and raises the rev of the task', async () => {
  const { id, rev, ids } = await taskWith('ab');
  const [first = '', second = ''] = ids;
  const path = `/kanban/project/${project.id}/ops?since=${rev}`;
  await add(id, lines('c'));
  await change(id, first, { isDone: true });
  await change(id, second, { afterId: null });
  const { body } = await remove(id, first);
  const { ops } = (await a.request(bob).get<{ ops: Op[] }>(path)).body;
  expect(ops).toMatchObject([
    { type: 'checklist.added', taskId: id, patch: { items: [{ text: 'c', isDone: false }] } },
    { type: 'checklist.changed', patch: { items: [{ id: first, isDone: true }] } },
    { type: 'checklist.changed', patch: { items: [{ id: second, rank: expect.any(String) }] } },
    { type: 'checklist.removed', patch: { itemIds: [first] } },
  ]);
  expect(
    ops.slice(1, 3).map(({ patch }) => Object.keys((patch as { items: object[] }).items[0] ?? {})),
  ).toEqual([
    ['id', 'isDone'],
    ['id', 'rank'],
  ]);
  expect([body.rev, textsOf(body.checklist)]).toEqual([body.v, 'bc']);
});

test('two people tick, write and move different things of one item at once: all of it stands', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, ids } = await taskWith('abc');
    const [item = ''] = ids;
    const answers = await Promise.all([
      change(id, item, { isDone: true }),
      change(id, item, { text: 'A', baseText: 'a' }, b, bob),
      change(id, item, { afterId: ids[2] }, b),
      add(id, lines('d'), {}, a, bob),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
    const items = await itemsOf(id, round % 2 ? a : b);
    expect(items.find((each) => each.id === item)).toMatchObject({ text: 'A', isDone: true });
    expect(textsOf(items.filter(({ text }) => text !== 'd'))).toBe('bcA');
  }
});

test('items that two people add at the same place at once do not mix', async () => {
  const { id, ids } = await taskWith('ab');
  const place = { afterId: ids[0] };
  await Promise.all([add(id, lines('123'), place), add(id, lines('xyz'), place, b, bob)]);
  expect(['a123xyzb', 'axyz123b']).toContain(textsOf(await itemsOf(id)));
});

test('a text that someone else has changed is asked about; without a base the later one stands', async () => {
  const { id, ids } = await taskWith('a');
  const [item = ''] = ids;
  await change(id, item, { text: 'theirs', baseText: 'a' }, b, bob);
  const { status, body } = await change(id, item, { text: 'mine', baseText: 'a' });
  expect([status, body.code, body.conflict]).toEqual([
    409,
    'edit_conflict',
    { field: 'text', base: 'a', theirs: 'theirs', mine: 'mine', rev: expect.any(Number) },
  ]);
  expect((await change(id, item, { text: 'theirs', baseText: 'a' })).status).toBe(200);
  expect(textsOf((await change(id, item, { text: 'mine' })).body.checklist)).toBe('mine');
  // A client shows what was typed, perhaps decomposed, until the composed text is here.
  await change(id, item, { text: 'e\u0301' });
  expect((await change(id, item, { text: 'f', baseText: 'e\u0301' })).status).toBe(200);
});

test('a removal stands: later changes of the item are 410', async () => {
  const { id, ids } = await taskWith('ab');
  const [item = ''] = ids;
  expect((await remove(id, item)).status).toBe(200);
  for (const answer of [await remove(id, item, b), await change(id, item, { isDone: true })])
    expect([answer.status, answer.body.code]).toEqual([410, 'item_deleted']);
  await a.request(owner).delete(`/tasks/${id}`);
  expect((await change(id, ids[1] ?? '', { isDone: true })).body.code).toBe('task_deleted');
});

test('R7 a change that is sent again does nothing; one that changes nothing makes no op', async () => {
  const { id, ids } = await taskWith('ab');
  const client = a.request(owner).with({ 'Idempotency-Key': randomUUID() });
  const once = await client.post<Answer>(`/tasks/${id}/checklist`, { items: lines('c') });
  const again = await client.post<Answer>(`/tasks/${id}/checklist`, { items: lines('c') });
  expect([again.body.v, again.body.replayed, again.body.checklist]).toEqual([
    once.body.v,
    true,
    once.body.checklist,
  ]);
  const same = await change(id, ids[1] ?? '', { text: 'b', isDone: false, afterId: ids[0] });
  expect([same.status, same.body.rev]).toEqual([200, once.body.v]);
});

test.each([
  ['afterId', (self: string) => ({ afterId: self })],
  ['beforeId', (self: string) => ({ beforeId: self })],
  ['beforeId beside a removed item', (self: string) => ({ afterId: randomUUID(), beforeId: self })],
])('an item that is its own neighbour stays where it is: %s', async (_what, placeOf) => {
  const { id, rev, ids } = await taskWith('abc');
  for (const item of ids) {
    const { status, body } = await change(id, item, placeOf(item));
    expect([status, body.rev, textsOf(body.checklist)]).toEqual([200, rev, 'abc']);
  }
});

test('R5 places between two items do not run out', async () => {
  const { id, ids } = await taskWith('az');
  for (let round = 0; round < 60; round++) await add(id, [{ text: '.' }], { afterId: ids[0] });
  const items = await itemsOf(id);
  expect(textsOf(items)).toBe(`a${'.'.repeat(60)}z`);
  expect(items.every(({ rank }) => rank.length <= 64)).toBe(true);
});

test('a checklist goes along to another project, and comes back with a restored task', async () => {
  const { id, ids } = await taskWith('abc');
  await change(id, ids[1] ?? '', { isDone: true });
  const before = await itemsOf(id);
  await a.request(owner).put(`/tasks/${id}`, { projectId: other.id, checklist: [] });
  expect(await itemsOf(id, b)).toEqual(before);
  await a.request(owner).delete(`/tasks/${id}`);
  await b.request(owner).post(`/tasks/${id}/restore`, {});
  expect(await itemsOf(id)).toEqual(before);
});

test('who does not see the task gets nothing about its items; the activity shows them without ranks', async () => {
  const { id, rev, checklist } = await createTask(a, project, {
    visibility: 'PRIVATE',
    checklist: lines('a'),
  });
  const [item] = checklist;
  await change(id, item?.id ?? '', { isDone: true });
  expect((await change(id, item?.id ?? '', { isDone: true }, a, bob)).status).toBe(404);
  const path = `/kanban/project/${project.id}`;
  const { ops } = (await a.request(bob).get<{ ops: Op[] }>(`${path}/ops?since=${rev}`)).body;
  expect(ops).toEqual([{ v: rev + 1, type: 'noop' }]);
  const { items } = (await a.request(owner).get<{ items: object[] }>(`${path}/activity?taskId=${id}&limit=1`))
    .body;
  expect(items).toMatchObject([
    {
      type: 'checklist.changed',
      changes: [
        {
          field: 'checklist',
          from: [{ id: item?.id, isDone: false }],
          to: [{ id: item?.id, isDone: true }],
        },
      ],
    },
  ]);
});

test.each([
  [{ items: [] }],
  [{ items: lines('x'.repeat(101)) }],
  [{ items: [{ text: ' ' }] }],
  [{ items: [{ text: 'x'.repeat(501) }] }],
  [{ items: [{ text: 'a\0' }] }],
  [{ items: [{ text: 'a', isDone: 'yes' }] }],
  [{ items: [{ text: 'a', id: 'x' }] }],
  [{}],
])('bad items are 400: %#', async (body) => {
  const { id } = await taskWith('a');
  expect((await a.request(owner).post(`/tasks/${id}/checklist`, body)).status).toBe(400);
  expect(await itemsOf(id)).toHaveLength(1);
});
