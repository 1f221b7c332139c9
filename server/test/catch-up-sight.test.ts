import type { CatchUp, ProjectBoard } from '@livelane/shared/boards/board.schema';
import { boardHash } from '@livelane/shared/boards/board-hash';
import { applyOp } from '@livelane/shared/boards/fold';
import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { serverForTests } from './harness';

const SECRET = 'Xanthippe';

const server = serverForTests();
let project: TestProject;
let member: TestUser;
/** The member's board at each version. */
let held: ProjectBoard[];

const boardNow = async () =>
  (await server.request(member).get<ProjectBoard>(`/kanban/project/${project.id}`)).body;

/** Changes by the owner, of tasks that the member sees at times; none of the secret ones at the end. */
beforeAll(async () => {
  project = await createProject(server);
  member = await createMember(server, project);
  const elsewhere = await createProject(server, { owner: project.owner });
  const owner = server.request(project.owner);
  held = [await boardNow()];
  const after = async ({ status }: { status: number }) => {
    expect([200, 201]).toContain(status);
    held.push(await boardNow());
  };
  const create = async (more: object = {}) => {
    const task = await createTask(server, project, { title: SECRET, ...more });
    held.push(await boardNow());
    return {
      put: async (fields: object) => after(await owner.put(`/tasks/${task.id}`, fields)),
      comment: async () => after(await owner.post(`/tasks/${task.id}/comments`, { text: SECRET })),
      move: async () =>
        after(await owner.post('/kanban/moveTask', { taskId: task.id, state: 'DONE', position: 0 })),
      remove: async () => after(await owner.delete(`/tasks/${task.id}`)),
    };
  };
  const [hidden, back, deleted, away, assigned] = [
    await create(),
    await create({ title: 'Seen again' }),
    await create(),
    await create(),
    await create({ visibility: 'PRIVATE', assignees: [member.id] }),
  ];
  await hidden.put({ description: SECRET });
  await back.put({ visibility: 'PRIVATE' });
  await deleted.comment();
  await hidden.comment();
  await hidden.move();
  await hidden.put({ visibility: 'PRIVATE' });
  await back.put({ description: 'While nobody looked' });
  await away.put({ description: SECRET });
  await away.put({ projectId: elsewhere.id });
  await away.put({ visibility: 'PRIVATE' });
  await deleted.put({ visibility: 'PRIVATE' });
  await away.put({ projectId: project.id });
  await assigned.put({ description: SECRET });
  await assigned.put({ assignees: [] });
  await back.put({ visibility: 'PUBLIC' });
  await deleted.remove();
  await hidden.comment();
});

function hashAfter(board: ProjectBoard, ops: readonly VisibleOp[]): string {
  const tasks = new Map<string, StoredTask>(
    board.columns.flatMap((column) => column.tasks).map((task) => [task.id, task]),
  );
  for (const op of ops) {
    if (op.type === 'noop') continue;
    for (const [id, task] of applyOp((taskId) => tasks.get(taskId), op))
      if (task) tasks.set(id, task);
      else tasks.delete(id);
  }
  return boardHash(tasks.values());
}

test('SPEC.md#visibility catch-up from any version leads to the board of now, and tells nothing of what is hidden', async () => {
  const socket = await server.socket(member);
  const end = await boardNow();
  expect(JSON.stringify(end)).not.toContain(SECRET);
  const wanted = boardHash(end.columns.flatMap((column) => column.tasks));
  for (const board of held) {
    const path = `/kanban/project/${project.id}/ops?since=${board.v}`;
    const page = (await server.request(member).get<Exclude<CatchUp, { reset: true }>>(path)).body;
    expect(page).toMatchObject({ from: board.v + 1, to: end.v });
    expect(page.ops.map(({ v }) => v)).toEqual(
      Array.from({ length: end.v - board.v }, (_, n) => board.v + 1 + n),
    );
    expect([board.v, hashAfter(board, page.ops)]).toEqual([board.v, wanted]);
    expect([board.v, JSON.stringify(page).includes(SECRET)]).toEqual([board.v, false]);
    const cursor = { projectId: project.id, epoch: board.epoch, sinceV: board.v };
    const answer = await socket.emitWithAck('board:subscribe', cursor);
    expect(answer).toMatchObject(board.v === end.v ? { mode: 'current' } : { mode: 'delta', ops: page.ops });
  }
});
