import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import { startTestDatabase, type TestDatabase } from './database';
import { createProject, type TestProject, type TestUser } from './factories';
import { startTestServer, type TestServer } from './harness';

interface OwnProject {
  database: TestDatabase;
  server: TestServer;
  /** A new one for each test. */
  project: TestProject;
  owner: TestUser;
  as(user: TestUser): ReturnType<TestServer['request']>;
  /** The owner's board, of this project unless another one is named. */
  boardOf(of?: TestProject): Promise<ProjectBoard>;
  /** What is in its column, of this project unless another one is named. */
  titlesIn(state: string, of?: TestProject): Promise<string[] | undefined>;
}

/**
 * For a file's tests: a project and its owner. Rows are written before a call is answered, as where several nodes write, so
 * that a test can change them by hand.
 */
export function ownProject(): OwnProject {
  const own = {
    as: (user) => own.server.request(user),
    boardOf: async (of = own.project) =>
      (await own.as(own.owner).get<ProjectBoard>(`/kanban/project/${of.id}`)).body,
    titlesIn: async (state, of) =>
      (await own.boardOf(of)).columns
        .find((column) => column.state === state)
        ?.tasks.map(({ title }) => title),
  } as OwnProject;
  beforeAll(async () => {
    own.database = await startTestDatabase();
    own.server = await startTestServer({ database: own.database });
  });
  afterAll(async () => {
    await own.server.stop();
    await own.database.close();
  });
  beforeEach(async () => {
    own.project = await createProject(own.server);
    own.owner = own.project.owner;
  });
  return own;
}
