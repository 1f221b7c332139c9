import { BOARD_LINES_TYPE, type BoardTop, type MoreCards } from '@livelane/shared/boards/board.lines';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import { unpackCards } from '@livelane/shared/boards/card.packing';
import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { serverForTests } from './harness';

const server = serverForTests();
let project: TestProject;

beforeEach(async () => {
  project = await createProject(server);
});

const read = (user: TestUser, headers: Record<string, string> = {}) =>
  server.request(user).with(headers).get<ProjectBoard>(`/kanban/project/${project.id}`);
const titles = (board: ProjectBoard) =>
  board.columns.flatMap(({ tasks }) =>
    tasks.map(({ title, columnPosition }) => `${title} ${columnPosition}`),
  );

test.each(['br', 'gzip', 'identity'])('a board reads the same as %s, however often', async (encoding) => {
  for (let n = 0; n < 12; n++) await createTask(server, project, { title: `Card ${n} „ü“` });
  const plain = await read(project.owner, { 'Accept-Encoding': 'identity' });
  for (let n = 0; n < 2; n++) {
    const { body, headers } = await read(project.owner, { 'Accept-Encoding': encoding });
    expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(headers.get('vary')).toMatch(/Authorization.*Accept-Encoding/);
    expect(body).toEqual(plain.body);
  }
});

test('each reader gets the board of their rights, also when all ask for the same version', async () => {
  const [bob, eve, guest] = await Promise.all([
    createMember(server, project),
    createMember(server, project),
    createMember(server, project, { roleId: 'viewer' }),
  ]);
  await createTask(server, project, { title: 'For all' });
  await createTask(server, project, { title: 'Of Bob', visibility: 'PRIVATE', user: bob, assignees: [] });
  await createTask(server, project, {
    title: 'Of Eve',
    visibility: 'PRIVATE',
    user: eve,
    assignees: [bob.id],
  });
  await createTask(server, project, { title: 'Last' });
  for (let n = 0; n < 2; n++) {
    const boards = await Promise.all([project.owner, bob, eve, guest].map((user) => read(user)));
    expect(boards.map(({ body }) => [body.role, titles(body)])).toEqual([
      ['owner', ['For all 0', 'Of Bob 1', 'Of Eve 2', 'Last 3']],
      ['member', ['For all 0', 'Of Bob 1', 'Of Eve 2', 'Last 3']],
      ['member', ['For all 0', 'Of Eve 1', 'Last 2']],
      ['viewer', ['For all 0', 'Last 1']],
    ]);
  }
});

test('R12 whoever holds a board learns the new name of a member, by snapshot and by ops', async () => {
  const before = await read(project.owner);
  const held = { 'If-None-Match': before.headers.get('etag') ?? '' };
  expect((await read(project.owner, held)).status).toBe(304);
  const { id, email } = project.owner;
  await server.request(project.owner).put(`/users/${id}`, { firstName: 'Renamed', surname: 'Now', email });
  const after = await read(project.owner, held);
  expect(after.status).toBe(200);
  expect(before.body.members.map(({ firstName }) => firstName)).not.toContain('Renamed');
  expect(after.body.members.map(({ firstName }) => firstName)).toContain('Renamed');
  const { epoch, v } = before.body;
  const path = `/kanban/project/${project.id}/ops?since=${v}&epoch=${epoch}`;
  const { body } = await server.request(project.owner).get<{ ops: VisibleOp[] }>(path);
  expect(body.ops).toMatchObject([
    {
      type: 'member.roleChanged',
      patch: { userId: id, roleId: 'owner', firstName: 'Renamed', surname: 'Now' },
    },
  ]);
  // The same name again changes nothing.
  await server.request(project.owner).put(`/users/${id}`, { firstName: 'Renamed', surname: 'Now', email });
  expect((await read(project.owner)).body.v).toBe(after.body.v);
});

test('R4 the members of a snapshot are as new as its version', async () => {
  await read(project.owner);
  const user = await createMember(server, project);
  const { oplog } = server.app.services;
  // The op of the role is in the log; its row waits until the board has been read.
  let whenInserted: Promise<ProjectBoard> | undefined;
  oplog.onInserted((op) => {
    if (op.projectId === project.id && op.type === 'member.roleChanged')
      whenInserted = read(project.owner).then(({ body }) => body);
  });
  await server
    .request(project.owner)
    .with({ [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() })
    .put(`/projectUsers/${project.id}`, { userId: user.id, roleId: 'viewer' });
  const board = await whenInserted;
  expect(board?.members.find(({ id }) => id === user.id)?.roleId).toBe('viewer');
});

/** The board as a screen reads it: lines of JSON. */
async function readLines(user: TestUser) {
  const answer = await fetch(`${server.url}/v1/kanban/project/${project.id}`, {
    headers: { Authorization: `Bearer ${user.token}`, Accept: BOARD_LINES_TYPE },
  });
  const lines = (await answer.text()).split('\n').filter(Boolean);
  return { type: answer.headers.get('content-type'), lines: lines.map((line) => JSON.parse(line)) };
}

test('a board in lines begins with what a screen shows and has the same cards, of the same rights', async () => {
  const guest = await createMember(server, project, { roleId: 'viewer' });
  for (let n = 0; n < 40; n++) await createTask(server, project, { title: `Card ${n}` });
  await createTask(server, project, { title: 'Hidden', visibility: 'PRIVATE' });
  for (const user of [project.owner, guest]) {
    const [{ body }, { type, lines }] = [await read(user), await readLines(user)];
    expect(type).toMatch(BOARD_LINES_TYPE);
    const [{ columns, ...top }, ...more] = lines as [BoardTop, ...MoreCards[]];
    const { columns: whole, ...head } = body;
    expect(top).toEqual(head);
    for (const { state, tasks } of whole) {
      const column = columns.find((each) => each.state === state);
      const rest = more.filter((each) => each.state === state).flatMap(({ cards }) => unpackCards(cards));
      expect(column?.count).toBe(tasks.length);
      const first = unpackCards(column?.cards ?? []);
      expect(first.length).toBe(Math.min(24, tasks.length));
      expect([...first, ...rest]).toEqual(tasks.map(({ columnPosition: _position, ...task }) => task));
    }
  }
});
