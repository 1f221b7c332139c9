import type { Connection } from 'mongoose';
import { startTestDatabase, type TestDatabase } from './database';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { startTestServer, type TestServer } from './harness';

// A node that is alone on its database remembers sessions and rights. What another process does to them counts at once.

let database: TestDatabase;
let server: TestServer;
let other: Connection;
let project: TestProject;
let member: TestUser;
let taskId: string;

beforeEach(async () => {
  database = await startTestDatabase();
  server = await startTestServer({ database, isOnlyNode: true });
  other = await database.connect();
  project = await createProject(server);
  member = await createMember(server, project, { roleId: 'member' });
  taskId = (await createTask(server, project, { title: 'Card' })).id;
  expect((await move('DONE')).status).toBe(200);
});

afterEach(async () => {
  await server.stop();
  await database.close();
});

const move = (state: string) =>
  server.request(member).post('/kanban/moveTask', { taskId, state, position: 0 });

test('a session that another process ends', async () => {
  await other.collection('sessions').deleteMany({ userId: member.id });
  expect((await move('READY')).status).toBe(401);
});

test('a member whom another process removes from the workspace', async () => {
  await other.collection('workspaces').updateOne({ _id: project.workspaceId as never }, {
    $pull: { members: { userId: member.id } },
    $inc: { rev: 1 },
  } as object);
  expect((await move('READY')).status).toBe(404);
});

test('a role that another process lowers', async () => {
  await other
    .collection('projects')
    .updateOne(
      { _id: project.id as never, 'members.userId': member.id },
      { $set: { 'members.$.ownRoleId': 'viewer', 'members.$.roleId': 'viewer' }, $inc: { rev: 1 } },
    );
  expect((await move('READY')).status).toBe(403);
});

/** Only of the embedded database a node knows that nothing has changed. */
const testEmbedded = process.env.MONGODB_URI ? test.skip : test;

testEmbedded(
  'while nothing changes, a move asks the database for nothing and writes its op alone',
  async () => {
    let asked: string[] = [];
    const prototype = Object.getPrototypeOf(server.connection.collection('sessions'));
    // What follows the log, such as notifications, may still be reading what came before.
    for (let n = 0; n === 0 || (n < 50 && asked.length > 0); n++) {
      asked = [];
      const find = jest.spyOn(prototype, 'find').mockImplementation(() => {
        asked.push('find');
        throw new Error('nothing is to be read');
      });
      expect((await move(n % 2 === 0 ? 'READY' : 'DONE')).status).toBe(200);
      find.mockRestore();
    }
    expect(asked).toEqual([]);
  },
);
