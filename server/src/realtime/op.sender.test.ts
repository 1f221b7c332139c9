import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { BoardListener } from '../../test/board.listener';
import { createMember, createProject, createTask, type TestUser } from '../../test/factories';
import { serverForTests } from '../../test/harness';

const server = serverForTests();

/** How many messages with ops are encoded while `work` is done. */
async function encodedDuring(work: () => Promise<unknown>): Promise<number> {
  const stringify = jest.spyOn(JSON, 'stringify');
  try {
    await work();
    return stringify.mock.calls.filter(([value]) => Array.isArray(value) && value[0] === 'board:ops').length;
  } finally {
    stringify.mockRestore();
  }
}

/** A PRIVATE task of Ada's, and listeners on several sockets each of her, its assignee and two who do not see it. */
async function privateTask() {
  const project = await createProject(server);
  const [bob, ...others] = [
    await createMember(server, project),
    await createMember(server, project),
    await createMember(server, project, { roleId: 'viewer' }),
  ];
  const listen = (user: TestUser) =>
    Promise.all(
      Array.from({ length: 3 }, async () => BoardListener.on(await server.socket(user), project.id)),
    );
  const seeing = (await Promise.all([project.owner, bob].map(listen))).flat();
  const blind = (await Promise.all(others.map(listen))).flat();
  const secret = { visibility: 'PRIVATE' as const, assignees: [bob.id] };
  const tasks = [
    await createTask(server, project, secret),
    await createTask(server, project, secret),
  ] as const;
  const all = [...seeing, ...blind];
  const heard = async (v: number) => {
    await Promise.all(all.map((listener) => listener.until(v)));
    return [seeing, blind].map((some) => some.map(({ ops }) => ops.filter((op) => op.v >= v)));
  };
  return { owner: server.request(project.owner), project, bob, tasks, seeing, blind, heard };
}

test('R32 a change of a PRIVATE task is encoded once for all who see it, and once for all others', async () => {
  const { owner, bob, tasks, seeing, blind, heard } = await privateTask();
  const [{ id }] = tasks;
  let v = 0;
  const changed = (change: object) =>
    encodedDuring(async () => {
      ({ v } = (await owner.put<TaskWriteAnswer>(`/tasks/${id}`, change)).body);
      await heard(v);
    });
  expect(await changed({ description: 'x'.repeat(20_000) })).toBe(2);
  const [toSeeing, toBlind] = await heard(v);
  expect(toSeeing).toEqual(seeing.map(() => [expect.objectContaining({ v, type: 'task.patched' })]));
  expect(toBlind).toEqual(blind.map(() => [{ v, type: 'noop' }]));

  // Its owners go on, Bob loses it, and the others never saw it.
  expect(await changed({ assignees: [] })).toBe(3);
  const shown = seeing.map(({ ops }) => ops.at(-1)?.type);
  expect(shown).toEqual([...Array(3).fill('task.patched'), ...Array(3).fill('task.deleted')]);
  expect(await changed({ visibility: 'PUBLIC', assignees: [bob.id] })).toBe(2);
  expect(new Set(blind.map(({ ops }) => ops.at(-1)?.type))).toEqual(new Set(['task.created']));
});

test('R32 so are changes of many cards in one step', async () => {
  const { owner, project, tasks, heard } = await privateTask();
  const open = await createTask(server, project, { visibility: 'PUBLIC' });
  const changes = [...tasks, open].map(({ id: taskId }) => ({ taskId, edit: { priority: 'LOW' } }));
  const encoded = await encodedDuring(async () => {
    await owner.post('/kanban/bulk', { projectId: project.id, changes });
    await heard(open.v + changes.length);
  });
  expect(encoded).toBe(2);
  const types = (await heard(open.v + 1)).map((some) => some.map((ops) => ops.map(({ type }) => type)));
  expect(types).toEqual([
    Array(6).fill(Array(3).fill('task.patched')),
    Array(6).fill(['noop', 'noop', 'task.patched']),
  ]);
});
