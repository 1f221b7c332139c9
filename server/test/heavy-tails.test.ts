import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { SearchAnswer } from '@livelane/shared/search/search.schema';
import { OpStore } from '../src/oplog/op.store';
import { REQUEST_BYTES } from '../src/oplog/weighed.reads';
import { createProject, createTask, createWorkspace } from './factories';
import { startTestServer, type TestServer } from './harness';
import { deleteHeavy, mostReadAtOnce } from './heavyLogs';
import { onTwoNodes } from './onTwoNodes';

// R32: what boards and indexes in memory lack is weighed in bytes.

let a: TestServer;
let b: TestServer;
onTwoNodes((first, second) => {
  [a, b] = [first, second];
});

const [COUNT, OP_BYTES] = [20, 300_000];
/** One op may exceed the limit. */
const MOST_BYTES = REQUEST_BYTES + 2 * OP_BYTES;

test('R32 a board and an index in memory catch up with heavy ops of another node in parts', async () => {
  const workspace = await createWorkspace(a);
  const projects = [await createProject(a, { workspace }), await createProject(a, { workspace })];
  const [owner, later] = [b.request(workspace.owner), [] as string[]];
  for (const project of projects) later.push((await createTask(a, project, { title: 'Kept' })).id);
  const shown = async () => {
    const found: string[] = [];
    for (const { id } of projects) {
      const { body } = await owner.get<ProjectBoard>(`/kanban/project/${id}`);
      found.push(...body.columns.flatMap(({ tasks }) => tasks.map((task) => task.id)));
    }
    return found.sort();
  };
  const found = async () => {
    const { body } = await owner.get<SearchAnswer>('/search?q=Kept');
    return body.items.map(({ taskId }) => taskId).sort();
  };
  expect([await shown(), await found()]).toEqual([later.sort(), later.sort()]);
  for (const project of projects) {
    await deleteHeavy(a, project, COUNT, OP_BYTES);
    later.push((await createTask(a, project, { title: 'Kept too' })).id);
  }
  const most = mostReadAtOnce();
  expect([await found(), await shown()]).toEqual([later.sort(), later.sort()]);
  expect(await most()).toBeLessThan(MOST_BYTES);
});

test('R32 what follows a version in the log is forgotten by its bytes, too', async () => {
  const alone = await startTestServer();
  try {
    const project = await createProject(alone);
    const { v } = await deleteHeavy(alone, project, COUNT, OP_BYTES);
    const { oplog } = alone.app.services;
    const store = jest.spyOn(OpStore.prototype, 'after');
    await oplog.tail(project.id, v);
    for (let since = v + 1; since <= v + 5; since++) await oplog.tail(project.id, since);
    store.mockClear();
    await oplog.tail(project.id, v);
    expect(store).toHaveBeenCalledWith(project.id, v, expect.any(Number));
    store.mockRestore();
  } finally {
    await alone.stop();
  }
});
