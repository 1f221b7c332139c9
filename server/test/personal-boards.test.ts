import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import fc from 'fast-check';
import { PersonalBoards } from '../src/features/boards/personal-boards';
import { ReplicaCache } from '../src/features/boards/replica.cache';
import { taskModel } from '../src/features/tasks/task.model';
import { TaskStore } from '../src/features/tasks/task.store';
import { serverForTests } from './harness';
import { aStep, personalSteps } from './personal-steps';

const STEPS = 150;

const server = serverForTests();

test('what is kept of a personal board is always what a first read finds, with the boards in memory and without', async () => {
  const { bob, take } = await personalSteps(server);
  const { access, oplog, replicas, users } = server.app.services;
  const store = new TaskStore(taskModel(server.connection));
  const noBoards = new ReplicaCache({
    oplog,
    loadArrived: (projectId) => store.arrivedIn(projectId),
    loadTasks: (projectId) => store.ofProject(projectId),
    loadProject: async () => null,
  });
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(aStep, async (step) => {
      await take(step);
      const { body } = await server.request(bob).get<PersonalBoard>('/kanban/personal');
      const withBoards = new PersonalBoards({ access, oplog, replicas, tasks: store, users });
      expect(body).toEqual(await withBoards.read(bob.id));
      for (const projectId of Object.keys(body.cursors)) noBoards.forget(projectId);
      const withoutBoards = new PersonalBoards({ access, oplog, replicas: noBoards, tasks: store, users });
      expect(body).toEqual(await withoutBoards.read(bob.id));
      const assigned = body.columns.flatMap(({ tasks }) => tasks.flatMap(({ assignees }) => assignees));
      expect(body.people?.map(({ id }) => id).sort()).toEqual([...new Set(assigned)].sort());
      shown += body.columns.flatMap((column) => column.tasks).length;
    }),
    // Each step builds on those before it.
    { numRuns: STEPS, endOnFailure: true },
  );
  // It was about something.
  expect(shown).toBeGreaterThan(STEPS);
});
