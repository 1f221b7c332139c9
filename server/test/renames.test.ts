import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import { mongo } from 'mongoose';
import { breakBoard } from './broken-board';
import { startTestDatabase, type TestDatabase } from './database';
import {
  createMember,
  createProject,
  createUser,
  createWorkspace,
  type TestProject,
  type TestUser,
} from './factories';
import { startTestServer, type TestServer } from './harness';

let database: TestDatabase;
let server: TestServer;
let owner: TestUser;
let member: TestUser;
let broken: TestProject;
let other: TestProject;
beforeEach(async () => {
  database = await startTestDatabase();
  server = await startTestServer({ database });
  owner = await createUser(server);
  const workspace = await createWorkspace(server, { owner });
  // In the order in which a member's boards are found: by name.
  broken = await createProject(server, { workspace, name: 'A' });
  other = await createProject(server, { workspace, name: 'B' });
  member = await createMember(server, broken);
  await createMember(server, other, { user: member });
});
afterEach(async () => {
  await server.stop();
  await database.close();
});

const users = () => server.connection.collection<{ _id: string }>('users');
const sweep = () => server.app.services.team.sweep.sweep(new Date());
const rename = (surname: string) =>
  server
    .request(member)
    .put(`/users/${member.id}`, { firstName: member.firstName, surname, email: member.email });

/** The names that a board's log has told of since the member joined. */
async function toldOn({ id }: TestProject): Promise<string[]> {
  const path = `/kanban/project/${id}/ops?since=0`;
  const { body } = await server.request(owner).get<{ ops: VisibleOp[] }>(path);
  return body.ops.flatMap((op) =>
    op.type === 'member.roleChanged' && op.patch.userId === member.id ? [op.patch.surname] : [],
  );
}

test('R22 a new name reaches all other boards once beside one that cannot be read, and that one later', async () => {
  const v = await breakBoard(server, broken);
  expect((await rename('Anew')).status).toBe(200);
  expect(await toldOn(other)).toEqual(['Anew']);
  await sweep();
  expect((await rename('Anew')).status).toBe(200);
  expect(await toldOn(other)).toEqual(['Anew']);

  await server.connection.collection('ops').deleteOne({ projectId: broken.id, v });
  await sweep();
  expect([await toldOn(broken), await toldOn(other)]).toEqual([['Anew'], ['Anew']]);
  expect(await users().findOne({ _id: member.id })).not.toHaveProperty('renaming');
});

test('R1 a name that was stored as the database went away is carried by the same request again', async () => {
  const away = new mongo.MongoNetworkError('connection closed');
  jest.spyOn(server.app.services.team.propagation, 'carryName').mockRejectedValueOnce(away);
  expect((await rename('Anew')).status).toBe(200);
  expect(await toldOn(other)).toEqual([]);
  expect((await rename('Anew')).status).toBe(200);
  expect([await toldOn(broken), await toldOn(other)]).toEqual([['Anew'], ['Anew']]);
});

test('R1 a name whose process died before the boards had it is carried by the next one', async () => {
  let die: (error: Error) => void = () => undefined;
  const stored = new Promise<void>((resolve) => {
    jest.spyOn(server.app.services.team.propagation, 'carryName').mockImplementationOnce(() => {
      resolve();
      return new Promise((_resolve, reject) => {
        die = reject;
      });
    });
  });
  const request = rename('Anew');
  await stored;
  const second = await startTestServer({ database });
  await second.stop();
  die(new Error('killed'));
  await request;
  expect([await toldOn(broken), await toldOn(other)]).toEqual([['Anew'], ['Anew']]);
});

test('R1 of two names at once the boards have the one that stayed', async () => {
  await Promise.all(['One', 'Two', 'Three'].map((surname) => rename(surname)));
  const { surname } = (await users().findOne({ _id: member.id })) as unknown as { surname: string };
  expect((await toldOn(broken)).at(-1)).toBe(surname);
  expect((await toldOn(other)).at(-1)).toBe(surname);
  expect(await users().findOne({ _id: member.id })).not.toHaveProperty('renaming');
});
