import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { ApiAnswer } from './api.client';
import type { TestDatabase } from './database';
import { createMember, createProject, createWorkspace, type TestProject, type TestUser } from './factories';
import { startTestServer, type TestServer } from './harness';
import { onTwoNodes } from './onTwoNodes';

interface Transfers {
  database: TestDatabase;
  /** Two nodes on it. */
  a: TestServer;
  b: TestServer;
  /** Of one workspace, and new for each test. */
  from: TestProject;
  to: TestProject;
  third: TestProject;
  /** Of all three. */
  owner: TestUser;
  /** A member of all three. */
  bob: TestUser;
  put(
    node: TestServer,
    user: TestUser,
    taskId: string,
    body: object,
  ): Promise<ApiAnswer<TaskWriteAnswer & ErrorBody>>;
  opsOf(project: TestProject, user?: TestUser): Promise<Op[]>;
  cardsOf(project: TestProject, node?: TestServer): Promise<Task[]>;
  /** The projects on whose boards the card is, as both nodes show them. */
  homesOf(taskId: string): Promise<TestProject[]>;
  /**
   * A node that dies before a moved task arrives: the source's op is in the log, and nothing else has happened.
   * @param isInLog it dies once the arrival is in the log, before its row is
   */
  dieOnTheWay(
    taskId: string,
    body: object,
    atItsEnd?: () => Promise<unknown>,
    isInLog?: boolean,
  ): Promise<void>;
}

/** For a file's tests of moves between projects: three projects, their people, and two nodes. */
export function transfers(): Transfers {
  const at = {
    put: (node, user, taskId, body) => node.request(user).put(`/tasks/${taskId}`, body),
    async opsOf(project, user = at.owner) {
      const path = `/kanban/project/${project.id}/ops?since=0`;
      return (await at.a.request(user).get<{ ops: Op[] }>(path)).body.ops;
    },
    async cardsOf(project, node = at.a) {
      const { body } = await node.request(at.owner).get<ProjectBoard>(`/kanban/project/${project.id}`);
      return body.columns.flatMap(({ tasks }) => tasks);
    },
    async homesOf(taskId) {
      const homes: TestProject[] = [];
      for (const project of [at.from, at.to, at.third]) {
        const shown = [await at.cardsOf(project, at.a), await at.cardsOf(project, at.b)];
        const counts = shown.map((cards) => cards.filter(({ id }) => id === taskId).length);
        expect(counts[0]).toBe(counts[1]);
        for (let n = 0; n < (counts[0] ?? 0); n++) homes.push(project);
      }
      return homes;
    },
    async dieOnTheWay(taskId, body, atItsEnd = async () => undefined, isInLog = false) {
      const dying = await startTestServer({ database: at.database });
      const ops = dying.connection.models.Op?.collection as unknown as {
        insertOne(document: { type: string }, options: object): Promise<unknown>;
      };
      const insertOne = ops.insertOne.bind(ops);
      ops.insertOne = async (document, options) => {
        if (document.type !== 'task.created') return insertOne(document, options);
        if (isInLog) await insertOne(document, options);
        await atItsEnd();
        throw new Error('dead');
      };
      expect((await at.put(dying, at.owner, taskId, body)).status).toBe(500);
      await dying.stop();
    },
  } as Transfers;
  onTwoNodes((a, b, database) => Object.assign(at, { a, b, database }));
  beforeEach(async () => {
    const workspace = await createWorkspace(at.a);
    at.owner = workspace.owner;
    const create = () => createProject(at.a, { workspace });
    [at.from, at.to, at.third] = [await create(), await create(), await create()];
    at.bob = await createMember(at.a, at.from);
    for (const project of [at.to, at.third]) await createMember(at.a, project, { user: at.bob });
  });
  return at;
}
