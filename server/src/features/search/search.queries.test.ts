import type { SearchAnswer } from '@livelane/shared/search/search.schema';
import { startTestDatabase, type TestDatabase } from '../../../test/database';
import { createProject, createTask, createWorkspace, type TestProject } from '../../../test/factories';
import { startTestServer, type TestServer } from '../../../test/harness';

let database: TestDatabase;
let server: TestServer;
let projects: TestProject[];
/** The server's queries: the command, its collection, and its filter as text. */
const asked: string[] = [];

beforeAll(async () => {
  database = await startTestDatabase({ monitorCommands: true });
  server = await startTestServer({ database, isOnlyNode: true });
  server.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find') asked.push(`${command.find} ${JSON.stringify(command.filter)}`);
  });
  const workspace = await createWorkspace(server);
  projects = [
    await createProject(server, { workspace }),
    await createProject(server, { workspace }),
    await createProject(server, { workspace }),
  ];
  for (const project of projects) await createTask(server, project, { title: 'common' });
});

afterAll(async () => {
  await server.stop();
  await database.close();
});

const search = async () => {
  const [{ owner }] = projects as [TestProject];
  asked.length = 0;
  const { body } = await server.request(owner).get<SearchAnswer>('/search?q=common');
  return body.items.length;
};

// Only the embedded database reports that nothing has changed; a real MongoDB is queried each time.
const onEmbedded = process.env.MONGODB_URI ? test.skip : test;

onEmbedded('a search asks the database for nothing that has not changed', async () => {
  await search();
  expect(await search()).toBe(3);
  expect(asked).toEqual([]);
  const [first, second] = projects as [TestProject, TestProject];
  await createTask(server, first, { title: 'common, too' });
  expect(await search()).toBe(4);
  // Only the log of the changed project.
  expect(asked.map((each) => each.slice(0, each.indexOf(' ')))).toEqual(['ops']);
  expect(asked[0]).toContain(first.id);
  expect(asked[0]).not.toContain(second.id);
});

onEmbedded('rights are as they are at the request', async () => {
  expect(await search()).toBe(4);
  const [, second] = projects as [TestProject, TestProject];
  expect((await server.request(second.owner).delete(`/projects/${second.id}`)).status).toBe(204);
  expect(await search()).toBe(3);
});
