import { randomUUID } from 'node:crypto';
import type { SearchAnswer } from '@livelane/shared/search/search.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { Random, seedOfRun } from '../../../../test-kit/random';
import { createProject, createUser, createWorkspace, type TestUser } from '../../../test/factories';
import { startTestServer, type TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';

let a: TestServer;
let b: TestServer;

const SEED = seedOfRun();
const TITLE = `SPEC.md#visibility generated: search finds exactly what each person sees on their boards, on each node (SEED=${SEED})`;

describe('two nodes that nothing notifies', () => {
  onTwoNodes((first, second) => {
    [a, b] = [first, second];
  });
  test(TITLE, generated);
});

describe('a node that knows which data is unchanged', () => {
  beforeAll(async () => {
    a = b = await startTestServer();
  });
  afterAll(() => a.stop());
  test(TITLE, generated);
});

async function generated(): Promise<void> {
  const workspace = await createWorkspace(a);
  const { owner } = workspace;
  const random = new Random(SEED);
  const inWorkspace = [await createProject(a, { workspace }), await createProject(a, { workspace })];
  const projects = [...inWorkspace, await createProject(a)];
  const people = [owner, await createUser(a), await createUser(a), await createUser(a)];
  const tasks: string[] = [];
  const anyTask = () => (tasks.length > 0 ? random.pick(tasks) : randomUUID());
  const step = async (): Promise<void> => {
    const where = random.pick(projects);
    const admin = a.request(where.owner);
    const person = random.pick(people);
    switch (random.below(9)) {
      case 0:
      case 1: {
        const body = {
          title: `common ${random.below(3)}`,
          projectId: where.id,
          visibility: random.pick(['PUBLIC', 'PRIVATE']),
          assignees: [],
        };
        const made = await random
          .pick([a, b])
          .request(random.pick([person, where.owner]))
          .post<TaskWriteAnswer>('/tasks', body);
        if (made.status === 201) tasks.push(made.body.id);
        break;
      }
      case 2:
        await admin.post(`/workspaceUsers/${where.workspaceId}`, {
          userId: person.id,
          roleId: random.pick(['member', 'maintainer', 'owner']),
        });
        break;
      case 3:
        await admin.post(`/projectUsers/${where.id}`, {
          userId: person.id,
          roleId: random.pick(['viewer', 'member', 'owner']),
        });
        break;
      case 4:
        await admin.put(`/projectUsers/${where.id}`, {
          userId: person.id,
          roleId: random.pick(['viewer', 'member']),
        });
        break;
      case 5:
        if (person.id !== where.owner.id)
          await admin.delete(
            random.pick([
              `/projectUsers/${where.id}/${person.id}`,
              `/workspaceUsers/${where.workspaceId}/${person.id}`,
            ]),
          );
        break;
      case 6:
        await admin.put(`/tasks/${anyTask()}`, {
          visibility: random.pick(['PUBLIC', 'PRIVATE']),
          assignees: random.pick([[], [person.id]]),
        });
        break;
      case 7:
        await admin.put(`/tasks/${anyTask()}`, {
          projectId: random.pick(projects).id,
        });
        break;
      default:
        await admin.post(`/tasks/${anyTask()}/comments`, { text: 'common remark' });
        if (random.below(3) === 0) await admin.delete(`/tasks/${anyTask()}`);
    }
  };
  const seenOnBoards = async (person: TestUser): Promise<string[]> => {
    const ids: string[] = [];
    for (const { id } of projects) {
      const { status, body } = await a
        .request(person)
        .get<{ columns: Array<{ tasks: Array<{ id: string }> }> }>(`/kanban/project/${id}`);
      if (status === 200) ids.push(...body.columns.flatMap((column) => column.tasks.map((task) => task.id)));
    }
    return ids.sort();
  };
  let found = 0;
  for (let round = 0; round < 30; round++) {
    for (let n = 0; n < 4; n++) await step();
    const person = random.pick(people);
    const node = random.pick([a, b]);
    const ids: string[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const query = new URLSearchParams({ q: 'common', limit: '50', ...(before && { before }) });
      const { status, body: page } = await node.request(person).get<SearchAnswer>(`/search?${query}`);
      expect(status).toBe(200);
      ids.push(...page.items.map(({ taskId }) => taskId));
      before = page.next;
    }
    expect({ round, ids: ids.sort() }).toEqual({ round, ids: await seenOnBoards(person) });
    found += ids.length;
  }
  expect(found).toBeGreaterThan(0);
}
