import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ApiAnswer } from '../../../test/api.client';
import {
  createProject,
  createTask,
  createWorkspace,
  createWorkspaceMember,
  type TestProject,
  type TestUser,
} from '../../../test/factories';
import { startTestServer, type TestServer } from '../../../test/harness';

/** Bodies and ids that no honest client sends, thrown at every call of workspaces, projects and members. */
const RUNS = 150;
const TIMEOUT_MS = 60_000;

let server: TestServer;
let project: TestProject;
let ids: string[];
let owner: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  const workspace = await createWorkspace(server);
  owner = workspace.owner;
  project = await createProject(server, { workspace });
  const member = await createWorkspaceMember(server, workspace);
  const task = await createTask(server, project);
  // Not the owner's own id: his calls must not end his rights on the way.
  ids = [workspace.id, project.id, member.id, task.id];
});
afterAll(() => server.stop());

const paths = [
  'post /workspaces',
  'get /workspaces/:id',
  'put /workspaces/:id',
  'get /workspaces/project/:id',
  'post /projects',
  'get /projects/:id',
  'put /projects/:id',
  ...['/projectUsers', '/workspaceUsers'].flatMap((path) => [
    `get ${path}/:id`,
    `get ${path}/roles/:id`,
    `post ${path}`,
    `post ${path}/:id`,
    `put ${path}`,
    `put ${path}/:id`,
    `delete ${path}/:id/:id`,
  ]),
  'get /workspaceUsers/project/:id',
];

/** A strange value, or one of the right kind in a wrong place. */
const value = (known: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...known, 'owner', 'viewer', 'admin', '', ' ', '\0', '__proto__', '../', '%00'),
    fc.constantFrom<unknown>({ $gt: '' }, { $ne: null }, { $where: '1' }, ['owner'], null, -1, 1.5, true),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ maxLength: 3_000 }),
  );

function call(known: readonly string[]) {
  const keys = fc.constantFrom(
    ...[
      'name',
      'description',
      'userId',
      'roleId',
      'workspaceId',
      'projectId',
      '__proto__',
      'constructor',
      '$set',
    ],
  );
  return fc.record({
    path: fc.constantFrom(...paths),
    ids: fc.array(fc.oneof(fc.constantFrom(...known, randomUUID()), fc.string({ maxLength: 40 })), {
      minLength: 2,
      maxLength: 2,
    }),
    body: fc.oneof(fc.dictionary(keys, value(known), { maxKeys: 6 }), fc.jsonValue({ maxDepth: 4 })),
  });
}

it(
  'malformed calls never get a 5xx, and leave the board as it was unless they were right',
  async () => {
    const board = () => server.request(owner).get<{ v: number }>(`/kanban/project/${project.id}`);
    await fc.assert(
      fc.asyncProperty(call(ids), async ({ path, ids: [first = '', second = ''], body }) => {
        const [method, template] = path.split(' ') as ['get' | 'post' | 'put' | 'delete', string];
        const target = template
          .replace(':id', () => encodeURIComponent(first))
          .replace(':id', () => encodeURIComponent(second));
        const before = (await board()).body.v;
        const answer: ApiAnswer<unknown> = await server
          .request(owner)
          [method](target, method === 'get' || method === 'delete' ? undefined : body);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) {
          expect((await board()).body.v).toBe(before);
          expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
        }
        expect(JSON.stringify(answer.body ?? null)).not.toMatch(/mongo|at .*\.ts:|stack/i);
      }),
      { numRuns: RUNS, verbose: true },
    );
    expect((await board()).status).toBe(200);
  },
  TIMEOUT_MS,
);
