import { setTimeout as wait } from 'node:timers/promises';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { call, createProject, type Person, readBoard, signUp } from '../../../test-kit/team';
import { describeOnMongod, FAULT_TIMEOUT_MS, FaultyCluster } from './faulty.cluster';
import type { Member } from './replica-set';

// What only the primary has when it falls is undone by its successor: no node may have shown it or acted on it.

const LOOK_MS = 50;
/** How long nodes may read from a primary without a majority, before it notices that it has none. */
const SHOWN_MS = 1_500;

let cluster: FaultyCluster;

beforeAll(async () => {
  cluster = await FaultyCluster.start();
}, FAULT_TIMEOUT_MS);

afterAll(() => cluster?.close(), FAULT_TIMEOUT_MS);

describeOnMongod('R2 what a fail-over undoes was never shown', () => {
  test(
    'a change that only the primary has is on no board, and its version goes to another one',
    async () => {
      const person = await signUp(cluster.node(0).url, 'Reader');
      const project = await createProject(cluster.node(0).url, person);
      const create = (title: string) =>
        call<TaskWriteAnswer>(cluster.node(0).url, 'POST', '/tasks', {
          token: person.token,
          body: { title, projectId: project.id },
        });
      const first = await create('First');
      const second = await create('Second');
      // Both nodes have the board in memory.
      await Promise.all(cluster.urls.map((url) => readBoard(url, person, project.id)));

      const { undone, shown } = await loseWhatOnlyThePrimaryHas(async (primary) => {
        const renamed = rename(cluster.node(0).url, person, first.id, 'Undone');
        while ((await primary.find('ops', { projectId: project.id, v: second.v + 1 })).length === 0)
          await wait(LOOK_MS);
        const boards = cluster.urls.map((url) => titles(url, person, project.id));
        await wait(SHOWN_MS);
        return { undone: renamed, shown: boards };
      });
      expect(await undone).toBe(503);
      for (const answer of await Promise.all(shown)) if (answer) expect(answer).not.toContain('Undone');

      while ((await rename(cluster.node(1).url, person, second.id, 'Renamed')) !== 200) await wait(LOOK_MS);
      const boards = await Promise.all(cluster.urls.map((url) => readBoard(url, person, project.id)));
      for (const { v, columns } of boards) {
        expect(v).toBe(second.v + 1);
        expect(columns.flatMap(({ tasks }) => tasks.map(({ title }) => title)).sort()).toEqual([
          'First',
          'Renamed',
        ]);
      }
    },
    FAULT_TIMEOUT_MS,
  );

  test(
    'a role that only the primary has counts for no one on a node that has read it, though the next change has its number',
    async () => {
      const [owner, anna, ben] = [
        await signUp(cluster.node(0).url, 'Owner'),
        await signUp(cluster.node(0).url, 'Anna'),
        await signUp(cluster.node(0).url, 'Ben'),
      ];
      const project = await createProject(cluster.node(0).url, owner, [anna, ben]);
      const { workspaceId } = project;
      const raise = ({ user }: Person): Promise<number> =>
        put(cluster.node(0).url, owner, `/workspaceUsers/${workspaceId}`, {
          userId: user.id,
          roleId: 'owner',
        });
      /** Only owners may. */
      const renameProject = (by: Person): Promise<number> =>
        put(cluster.node(1).url, by, `/projects/${project.id}`, { name: 'Renamed', description: 'Its work' });
      expect(await renameProject(anna)).toBe(403);

      const { undone } = await loseWhatOnlyThePrimaryHas(async (primary) => {
        const raised = raise(anna);
        const isRaised = {
          _id: workspaceId,
          members: { $elemMatch: { userId: anna.user.id, roleId: 'owner' } },
        };
        while ((await primary.find('workspaces', isRaised)).length === 0) await wait(LOOK_MS);
        void renameProject(anna).catch(() => undefined);
        await wait(SHOWN_MS);
        return { undone: raised };
      });
      expect(await undone).toBe(503);
      while ((await raise(ben)) !== 200) await wait(LOOK_MS);
      expect(await renameProject(ben)).toBe(200);
      expect(await renameProject(anna)).toBe(403);
    },
    FAULT_TIMEOUT_MS,
  );
});

/** The status of a change that is sent once. */
async function put(url: string, { token }: Person, path: string, body: object): Promise<number> {
  const { status } = await fetch(`${url}/v1${path}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return status;
}

const rename = (url: string, person: Person, taskId: string, title: string): Promise<number> =>
  put(url, person, `/tasks/${taskId}`, { title });

/** Leaves the primary alone; what it takes until `see` is through is lost when another one follows it. */
async function loseWhatOnlyThePrimaryHas<T>(see: (primary: Member) => Promise<T>): Promise<T> {
  const primary = await cluster.set.primary();
  const others = cluster.set.members.filter((member) => member !== primary);
  await Promise.all(others.map((other) => other.kill()));
  const seen = await see(primary);
  await primary.kill();
  await Promise.all(others.map((other) => other.start()));
  await cluster.set.primary(primary);
  await primary.start();
  return seen;
}

/** The titles on a board; null where it is refused. */
async function titles(url: string, person: Person, projectId: string): Promise<string[] | null> {
  const board = await readBoard(url, person, projectId).catch(() => null);
  return board?.columns.flatMap(({ tasks }) => tasks.map(({ title }) => title)) ?? null;
}
