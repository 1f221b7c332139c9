import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { uuid } from '@livelane/shared/values/uuid.fixture';
import fc from 'fast-check';
import { BoardReplica } from '../src/features/boards/board.replica';
import { PersonalBoards } from '../src/features/boards/personal-boards';
import { ReplicaCache } from '../src/features/boards/replica.cache';
import { taskModel } from '../src/features/tasks/task.model';
import { TaskStore } from '../src/features/tasks/task.store';
import { createMember, createProject, createTask, type TestUser } from './factories';
import { serverForTests } from './harness';
import { aStep, personalSteps } from './personal-steps';

const STEPS = 150;

const server = serverForTests();

/** As a node that has just started: none of the boards is in memory. */
function withoutBoards(): PersonalBoards {
  const { access, oplog, users } = server.app.services;
  const tasks = new TaskStore(taskModel(server.connection));
  const replicas = new ReplicaCache({
    oplog,
    loadArrived: (projectId) => tasks.arrivedIn(projectId),
    loadTasks: (projectId) => tasks.ofProject(projectId),
    loadProject: async () => null,
  });
  return new PersonalBoards({ access, oplog, replicas, tasks, users });
}

test('cards that someone does not see are not counted before theirs, of boards that are not in memory either', async () => {
  const project = await createProject(server);
  const [member, owner] = [await createMember(server, project), project.owner];
  for (const visibility of ['PUBLIC', 'PRIVATE'] as const)
    await createTask(server, project, { assignees: [], visibility });
  const both = { assignees: [member.id, owner.id] };
  for (let n = 0; n < 2; n++) await createTask(server, project, both);
  const places = async ({ id }: TestUser) =>
    (await withoutBoards().read(id)).columns.flatMap(({ tasks }) =>
      tasks.map(({ columnPosition }) => columnPosition),
    );
  expect([await places(member), await places(owner)]).toEqual([
    [1, 2],
    [2, 3],
  ]);
});

// In Turkish, as a machine's language may be, ö comes after all o.
test('cards and projects come in one order, whatever the language of the node’s machine', async () => {
  const second = await createProject(server, { name: 'Ob' });
  const { owner } = second;
  const first = await createProject(server, { name: 'Öa', owner });
  for (const project of [second, first])
    await createTask(server, project, { title: project.name, assignees: [owner.id] });
  const { columns, projects } = await withoutBoards().read(owner.id);
  expect(projects.map(({ name }) => name)).toEqual(['Öa', 'Ob']);
  expect(columns.flatMap(({ tasks }) => tasks.map(({ title }) => title))).toEqual(['Öa', 'Ob']);
});

test('what is kept of a personal board is always what a first read finds, with the boards in memory and without', async () => {
  const { bob, take } = await personalSteps(server);
  const { access, oplog, replicas, users } = server.app.services;
  const store = new TaskStore(taskModel(server.connection));
  const lengths: number[] = [];
  await fc.assert(
    fc.asyncProperty(aStep, async (step) => {
      // One that is empty gets a card, so that no chance makes the test one of empty boards.
      if (lengths.at(-1) === 0) {
        await take({ name: 'add', a: 0, b: 0, c: 0 });
        await take({ name: 'create', a: 0, b: 0, c: 1 });
      }
      await take(step);
      const { body } = await server.request(bob).get<PersonalBoard>('/kanban/personal');
      const withBoards = new PersonalBoards({ access, oplog, replicas, tasks: store, users });
      expect(body).toEqual(await withBoards.read(bob.id));
      expect(body).toEqual(await withoutBoards().read(bob.id));
      const assigned = body.columns.flatMap(({ tasks }) => tasks.flatMap(({ assignees }) => assignees));
      expect(body.people?.map(({ id }) => id).sort()).toEqual([...new Set(assigned)].sort());
      lengths.push(body.columns.flatMap((column) => column.tasks).length);
    }),
    // Each step builds on those before it.
    { numRuns: STEPS, endOnFailure: true },
  );
  expect(lengths.filter((length) => length > 0).length).toBeGreaterThan(STEPS / 3);
});

describe('R32 what is kept of personal boards is weighed in bytes', () => {
  const card = (assignee: string, characters: number) =>
    ({
      id: uuid(10),
      projectId: 'project 0',
      description: 'd'.repeat(characters),
      state: 'READY',
      rank: 'a0',
      visibility: 'PUBLIC',
      assignees: [assignee],
      labels: [],
      checklist: [],
    }) as unknown as StoredTask;

  /** The personal boards of people who see so many projects, with one card; and how many projects each read looks at. */
  function boards(projects: number, characters: number) {
    const [epoch, appliedV] = ['one', 1];
    const visible = Array.from({ length: projects }, (_, n) => ({
      id: `project ${n}`,
      name: '',
      role: 'member',
    }));
    const reads: number[] = [];
    let shown: StoredTask;
    const personal = new PersonalBoards({
      access: { visibleProjects: async () => visible },
      oplog: {
        rowsCaughtUp: async () => undefined,
        headsOf: async (ids: string[]) => new Map(ids.map((id) => [id, { epoch, appliedV }])),
      },
      replicas: {
        seen: () => true,
        current: async () => new BoardReplica('project 0', epoch, appliedV, [shown]),
      },
      tasks: {
        assignedTo: async (userId: string, ids: string[]) => {
          reads.push(ids.length);
          shown = card(userId, characters);
          return [shown];
        },
      },
      users: { publicUsers: async () => [] },
    } as unknown as ConstructorParameters<typeof PersonalBoards>[0]);
    return { personal, reads };
  }

  test.each([
    ['many projects without cards', 4_000, 0],
    ['cards with much text', 10, 1_000_000],
  ])('%s', async (_what, projects, characters) => {
    const { personal, reads } = boards(projects, characters);
    const people = Array.from({ length: 40 }, (_, n) => `person ${n}`);
    for (const person of people) await personal.read(person);
    expect(reads).toEqual(people.map(() => projects));
    reads.length = 0;
    // Whoever read last is kept, and whoever read first is not.
    await personal.read(people.at(-1) as string);
    expect(reads).toEqual([]);
    await personal.read(people[0] as string);
    expect(reads).toEqual([projects]);
  });
});
