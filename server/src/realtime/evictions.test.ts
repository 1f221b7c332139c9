import { BoardListener } from '../../test/board.listener';
import {
  createMember,
  createProject,
  createTask,
  type TestProject,
  type TestUser,
} from '../../test/factories';
import type { TestServer, TestSocket } from '../../test/harness';
import { onTwoNodes } from '../../test/onTwoNodes';
import { Connections } from './connections';

/** Two nodes on one database, and nothing that notifies them. */
let a: TestServer;
let b: TestServer;
onTwoNodes((first, second) => {
  [a, b] = [first, second];
});

let project: TestProject;
let bob: TestUser;
beforeEach(async () => {
  project = await createProject(a);
  bob = await createMember(a, project);
  await createTask(a, project, { assignees: [bob.id] });
});

/** Bob's page on a node, which counts how often it hears that Bob has lost the project. */
async function openPage(on: TestServer) {
  const socket = await on.socket(bob);
  const page = { socket, lost: 0, onceLost: () => Promise.resolve() };
  const first = new Promise<void>((resolve) => {
    socket.on('access:revoked', ({ scope }) => {
      if (scope !== 'project') return;
      page.lost++;
      resolve();
    });
  });
  page.onceLost = () => first;
  return page;
}
type Page = Awaited<ReturnType<typeof openPage>>;

const subscribe = async (socket: TestSocket, to: 'board' | 'personal') =>
  expect(await socket.emitWithAck(`${to}:subscribe`, { projectId: project.id })).toMatchObject({ ok: true });

const removed = async (from: 'workspace' | 'project') => {
  const path = from === 'workspace' ? `workspaceUsers/${project.workspaceId}` : `projectUsers/${project.id}`;
  expect((await a.request(project.owner).delete(`/${path}/${bob.id}`)).status).toBe(204);
};

const addedAgain = async () => {
  for (const path of [`/workspaceUsers/${project.workspaceId}`, `/projectUsers/${project.id}`]) {
    const { status } = await a.request(project.owner).post(path, { userId: bob.id, roleId: 'member' });
    expect(status).toBe(201);
  }
};

/** How often each has heard it when all that was sent until here is there. */
async function timesLost(pages: readonly Page[]): Promise<number[]> {
  for (const { socket } of pages) await socket.emitWithAck('sync:ping', {});
  return pages.map(({ lost }) => lost);
}

test('R11 whoever loses a project, has it again and loses it is notified each time, on each page', async () => {
  const pages = [await openPage(a), await openPage(a)] as const;
  await subscribe(pages[0].socket, 'board');
  await removed('workspace');
  expect(await timesLost(pages)).toEqual([1, 1]);
  await addedAgain();
  await removed('project');
  expect(await timesLost(pages)).toEqual([2, 2]);
});

test.each(['board', 'personal'] as const)(
  'R11 so on a node that hears nothing of the other one, once their %s board is subscribed to again',
  async (board) => {
    const pages = [await openPage(b), await openPage(b)] as const;
    await subscribe(pages[0].socket, board);
    await removed('workspace');
    for (const page of pages) await page.onceLost();
    await addedAgain();
    await subscribe(pages[0].socket, board);
    const owner = await BoardListener.on(await b.socket(project.owner), project.id);
    const { v } = await createTask(a, project);
    await removed('project');
    await owner.until(v + 1);
    expect(await timesLost(pages)).toEqual([2, 2]);
  },
);

test('R32 whoever subscribes to boards that nobody took from them costs no look at their other sockets', async () => {
  const others = await Promise.all(
    Array.from({ length: 3 }, () => createProject(a, { owner: project.owner })),
  );
  const all = [project, ...others].map(({ id }) => ({ projectId: id }));
  const pages = [await a.socket(project.owner), await a.socket(project.owner)] as const;
  const looks = jest.spyOn(Connections.prototype, 'of');
  expect(await pages[0].emitWithAck('boards:subscribe', { boards: all })).toMatchObject({ ok: true });
  expect(await pages[0].emitWithAck('personal:subscribe', {})).toMatchObject({ ok: true });
  expect(looks).not.toHaveBeenCalled();
  looks.mockRestore();
});
