import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import fc from 'fast-check';
import { PersonalBoards } from '../src/features/boards/personal-boards';
import { taskModel } from '../src/features/tasks/task.model';
import { TaskStore } from '../src/features/tasks/task.store';
import { serverForTests } from './harness';
import { aStep, personalSteps } from './personal-steps';

const STEPS = 150;

const server = serverForTests();

test('what is kept of a personal board is always what a first read finds', async () => {
  const { bob, take } = await personalSteps(server);
  const { access, oplog, replicas } = server.app.services;
  const store = new TaskStore(taskModel(server.connection));
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(aStep, async (step) => {
      await take(step);
      const { body } = await server.request(bob).get<PersonalBoard>('/kanban/personal');
      const first = await new PersonalBoards({ access, oplog, replicas, tasks: store }).read(bob.id);
      expect(body).toEqual(first);
      shown += body.columns.flatMap((column) => column.tasks).length;
    }),
    // Each step builds on those before it.
    { numRuns: STEPS, endOnFailure: true },
  );
  // It was about something.
  expect(shown).toBeGreaterThan(STEPS);
});
