import type { PastBoard } from '@livelane/shared/history/history.schema';
import { BULK_MAX } from '@livelane/shared/http/limits';
import { createProject, createTask, type TestProject } from '../../../test/factories';
import type { TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';
import { headOf, upkeepAfter } from '../../../test/upkeep';
import { whereIs } from '../../../test/whereIs';
import { CheckpointStore } from './checkpoint.store';
import { CHECKPOINT_OPS } from './past-boards';

const ERASED_AFTER_DAYS = 31;
const SECRET = 'Xanthippe';

let a: TestServer;
let b: TestServer;
onTwoNodes((first, second) => {
  [a, b] = [first, second];
});

let project: TestProject;
beforeEach(async () => {
  project = await createProject(a);
});
afterEach(() => jest.restoreAllMocks());

const eraseOnA = () => upkeepAfter(a, ERASED_AFTER_DAYS);

async function titlesAt(node: TestServer, v: number): Promise<string[]> {
  const { body } = await node
    .request(project.owner)
    .get<PastBoard>(`/kanban/project/${project.id}/at?v=${v}`);
  return body.columns.flatMap(({ tasks }) => tasks.map(({ title }) => title));
}

/** The other node erases while this one, which has read the log before, is about to save a checkpoint. */
async function eraseDuring(write: () => Promise<void>): Promise<void> {
  const save = CheckpointStore.prototype.save;
  let goOn = (): void => undefined;
  const erased = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const waits = new Promise<void>((reached) => {
    jest.spyOn(CheckpointStore.prototype, 'save').mockImplementationOnce(async function (
      this: CheckpointStore,
      ...args
    ) {
      reached();
      await erased;
      return save.apply(this, args);
    });
  });
  const written = write();
  await waits;
  await eraseOnA();
  goOn();
  await written;
}

test('R24 what one node erases no other one shows, whatever it looked at before', async () => {
  const task = await createTask(a, project, { title: SECRET });
  await a.request(project.owner).delete(`/tasks/${task.id}`);
  expect(await titlesAt(b, task.v)).toEqual([SECRET]);
  await eraseOnA();
  expect(await titlesAt(b, task.v)).toEqual(['']);
});

test('R24 R25 a checkpoint that another node writes meanwhile does not bring the words back', async () => {
  const owner = a.request(project.owner);
  const task = await createTask(a, project, { title: SECRET });
  const cards = await Promise.all(Array.from({ length: BULK_MAX }, () => createTask(a, project)));
  let { v } = await headOf(a, project);
  for (let state = 'DONE'; v < CHECKPOINT_OPS; state = state === 'DONE' ? 'READY' : 'DONE') {
    const changes = cards.slice(0, CHECKPOINT_OPS - v).map(({ id }) => ({ taskId: id, move: { state } }));
    v = (await owner.post<{ v: number }>('/kanban/bulk', { projectId: project.id, changes })).body.v;
  }
  await owner.delete(`/tasks/${task.id}`);
  await a.app.services.pastBoards.bringUpToDate(project.id);
  await a.connection.collection('checkpoints').deleteMany({});

  await eraseDuring(() => b.app.services.pastBoards.bringUpToDate(project.id));
  expect(await b.connection.collection('checkpoints').countDocuments({})).toBe(1);
  expect(await whereIs(b, SECRET)).toEqual([]);
});

test('R24 R25 nor does one from which on history will be read', async () => {
  const task = await createTask(a, project, { title: SECRET });
  await a.request(project.owner).delete(`/tasks/${task.id}`);
  await eraseDuring(() => b.app.services.pastBoards.keep(project.id, task.v));
  expect(await titlesAt(b, task.v)).toEqual(['']);
  expect(await whereIs(b, SECRET)).toEqual([]);
});
