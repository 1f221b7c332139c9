import { OpHistory } from '../src/oplog/op.history';
import { OpStore } from '../src/oplog/op.store';
import { createTask, type TestProject } from './factories';
import type { TestServer } from './harness';

/** A deleted task with a long text and a whole checklist, as the log keeps it, in few ops. */
export const HEAVY_BYTES = 1_000_000;

interface Head {
  v: number;
  epoch: string;
}

export const headOf = async (at: TestServer, { id, owner }: TestProject) =>
  (await at.request(owner).get<Head>(`/kanban/project/${id}`)).body;

/** Deletes some tasks, whose ops weigh much. @returns the version before */
export async function deleteHeavy(
  at: TestServer,
  project: TestProject,
  count: number,
  bytes = HEAVY_BYTES,
): Promise<Head> {
  const tasks = await Promise.all(Array.from({ length: count }, () => createTask(at, project)));
  const before = await headOf(at, project);
  for (const { id } of tasks) await at.request(project.owner).delete(`/tasks/${id}`);
  await at.connection
    .collection('ops')
    .updateMany(
      { projectId: project.id, type: 'task.deleted' },
      { $set: { 'before.description': 'x'.repeat(bytes) } },
    );
  return before;
}

/** Makes these ops heavy by data that nothing reads. */
export async function makeHeavy(at: TestServer, filter: object, bytes = HEAVY_BYTES): Promise<void> {
  await at.connection.collection('ops').updateMany(filter, { $set: { 'effect.former': 'x'.repeat(bytes) } });
}

/** Watches the reads of ops. @returns ends that, and tells the bytes of the largest */
export function mostReadAtOnce(): () => Promise<number> {
  const ofTail = ['after', 'afterEach', 'afterWithin', 'fewAfter'] as const;
  const ofPast = ['latest', 'movesOf', 'involvement'] as const;
  const reads = [
    ...ofTail.map((name) => jest.spyOn(OpStore.prototype, name)),
    ...ofPast.map((name) => jest.spyOn(OpHistory.prototype, name)),
  ];
  return async () => {
    const found = await Promise.all(reads.flatMap(({ mock }) => mock.results.map(({ value }) => value)));
    for (const read of reads) read.mockRestore();
    return Math.max(0, ...found.map((ops) => JSON.stringify(ops).length));
  };
}
