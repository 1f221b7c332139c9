import type { CommentWriteAnswer } from '@livelane/shared/comments/comment.schema';
import { projectRoles } from '@livelane/shared/permissions/roles';
import { allRoutes } from '../src/routes';
import { createMember, createProject, createTask, type TestProject } from './factories';
import { serverForTests } from './harness';

const SECRET = 'Xanthippe';

const server = serverForTests();
let project: TestProject;
beforeAll(async () => {
  project = await createProject(server);
});

interface Ids {
  projectId: string;
  taskId: string;
}

/** Every call that reads from boards: how it would reach the PRIVATE task. */
const readers: Record<string, (ids: Ids) => string[]> = {
  '/kanban/personal': () => ['/kanban/personal'],
  '/kanban/project/:projectId': ({ projectId }) => [`/kanban/project/${projectId}`],
  '/kanban/project/:projectId/activity': ({ projectId, taskId }) => [
    `/kanban/project/${projectId}/activity`,
    `/kanban/project/${projectId}/activity?taskId=${taskId}`,
  ],
  '/kanban/project/:projectId/at': ({ projectId }) =>
    [4, 5, 6].map((v) => `/kanban/project/${projectId}/at?v=${v}`),
  '/kanban/project/:projectId/ops': ({ projectId }) =>
    [0, 3].map((v) => `/kanban/project/${projectId}/ops?since=${v}`),
  '/kanban/project/:projectId/timeline': ({ projectId }) => [`/kanban/project/${projectId}/timeline`],
  '/kanban/project/:projectId/trash': ({ projectId }) => [`/kanban/project/${projectId}/trash`],
  '/notifications': () => ['/notifications'],
  '/search': () => [`/search?q=${SECRET}`],
  '/tasks/:taskId': ({ taskId }) => [`/tasks/${taskId}`],
  '/tasks/:taskId/comments': ({ taskId }) => [`/tasks/${taskId}/comments`],
  '/tasks/:taskId/following': ({ taskId }) => [`/tasks/${taskId}/following`],
};

/** What tells its owner nothing of a living task of their own, or does not repeat its id. */
const ownerless = new Set([
  '/kanban/project/:projectId/timeline',
  '/kanban/project/:projectId/trash',
  '/notifications',
  '/tasks/:taskId/following',
]);

/** What tells nothing of tasks, by the beginning of its path. */
const others =
  /^\/(admin|auth|invitations|mail|notifications\/(push|settings)|project(s|Users)|users|views|workspace(s|Users)|kanban\/filter)(\/|$)/;

test('every call that reads is a reader of boards in this table, or tells nothing of tasks', () => {
  const { services } = server.app;
  const routes = allRoutes({ services, publicUrl: new URL(server.url), ownOrigin: () => undefined } as never);
  const gets = routes.flatMap(({ method, path }) => (method === 'get' && !others.test(path) ? [path] : []));
  expect([...new Set(gets)].sort()).toEqual(Object.keys(readers).sort());
});

const states = ['living', 'deleted', 'living and was PUBLIC', 'deleted and was PUBLIC'];

describe.each(states)('a PRIVATE task that is %s', (state) => {
  const isDeleted = state.startsWith('deleted');
  const wasPublic = state.endsWith('was PUBLIC');
  let ids: Ids;
  const people = new Map<string, Awaited<ReturnType<typeof createMember>>>();
  const join = async (when: string) => {
    for (const roleId of projectRoles)
      if (roleId !== 'owner')
        people.set(`${roleId} ${when}`, await createMember(server, project, { roleId }));
  };
  beforeAll(async () => {
    project = await createProject(server);
    await join('from the start');
    const task = await createTask(server, project, {
      title: SECRET,
      visibility: wasPublic ? 'PUBLIC' : 'PRIVATE',
      description: SECRET,
    });
    const owner = server.request(project.owner);
    const mention = [...people.values()].map(({ id }) => `@[X](user:${id})`).join(' ');
    await owner.post<CommentWriteAnswer>(`/tasks/${task.id}/comments`, { text: `${SECRET} ${mention}` });
    await owner.post('/kanban/moveTask', { taskId: task.id, state: 'DONE', position: 0 });
    if (wasPublic) await owner.put(`/tasks/${task.id}`, { visibility: 'PRIVATE' });
    if (isDeleted) await owner.delete(`/tasks/${task.id}`);
    await join('who came later');
    await server.app.services.notifications.worker.caughtUp();
    ids = { projectId: project.id, taskId: task.id };
  });

  test.each(Object.keys(readers))('%s tells it to its owner alone', async (route) => {
    for (const path of readers[route]?.(ids) ?? [])
      for (const [who, person] of people) {
        const { body } = await server.request(person).get<unknown>(path);
        const told = JSON.stringify(body ?? null);
        expect([who, path, told.includes(SECRET), told.includes(ids.taskId)]).toEqual([
          who,
          path,
          false,
          false,
        ]);
      }
    // Its owner is told by each of them, so that the question is the right one.
    if (isDeleted || ownerless.has(route)) return;
    for (const path of readers[route]?.(ids) ?? []) {
      const { body } = await server.request(project.owner).get<unknown>(path);
      expect([path, JSON.stringify(body).includes(ids.taskId)]).toEqual([path, true]);
    }
  });
});
