import { randomUUID } from 'node:crypto';
import type { SearchAnswer } from '@livelane/shared/search/search.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { createProject, createUser, createWorkspace, type TestUser } from '../../../test/factories';
import { startTestServer, type TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';

let a: TestServer;
let b: TestServer;
/** Random numbers of a seed, which a failure prints. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TITLE =
  'SPEC.md#visibility generated: search finds exactly what each person sees on their boards, on each node';

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
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = randomFrom(seed);
  const inWorkspace = [await createProject(a, { workspace }), await createProject(a, { workspace })];
  const projects = [...inWorkspace, await createProject(a)];
  const people = [owner, await createUser(a), await createUser(a), await createUser(a)];
  const tasks: string[] = [];
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const step = async (): Promise<void> => {
    const where = pick(projects);
    const admin = a.request(where.owner);
    const person = pick(people);
    switch (random(9)) {
      case 0:
      case 1: {
        const body = {
          title: `common ${random(3)}`,
          projectId: where.id,
          visibility: pick(['PUBLIC', 'PRIVATE']),
          assignees: [],
        };
        const made = await pick([a, b])
          .request(pick([person, where.owner]))
          .post<TaskWriteAnswer>('/tasks', body);
        if (made.status === 201) tasks.push(made.body.id);
        break;
      }
      case 2:
        await admin.post(`/workspaceUsers/${where.workspaceId}`, {
          userId: person.id,
          roleId: pick(['member', 'maintainer', 'owner']),
        });
        break;
      case 3:
        await admin.post(`/projectUsers/${where.id}`, {
          userId: person.id,
          roleId: pick(['viewer', 'member', 'owner']),
        });
        break;
      case 4:
        await admin.put(`/projectUsers/${where.id}`, {
          userId: person.id,
          roleId: pick(['viewer', 'member']),
        });
        break;
      case 5:
        if (person.id !== where.owner.id)
          await admin.delete(
            pick([
              `/projectUsers/${where.id}/${person.id}`,
              `/workspaceUsers/${where.workspaceId}/${person.id}`,
            ]),
          );
        break;
      case 6:
        await admin.put(`/tasks/${pick(tasks) ?? randomUUID()}`, {
          visibility: pick(['PUBLIC', 'PRIVATE']),
          assignees: pick([[], [person.id]]),
        });
        break;
      case 7:
        await admin.put(`/tasks/${pick(tasks) ?? randomUUID()}`, { projectId: pick(projects).id });
        break;
      default:
        await admin.post(`/tasks/${pick(tasks) ?? randomUUID()}/comments`, { text: 'common remark' });
        if (random(3) === 0) await admin.delete(`/tasks/${pick(tasks) ?? randomUUID()}`);
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
    const person = pick(people);
    const node = pick([a, b]);
    const ids: string[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const query = new URLSearchParams({ q: 'common', limit: '50', ...(before && { before }) });
      const { status, body: page } = await node.request(person).get<SearchAnswer>(`/search?${query}`);
      expect(status).toBe(200);
      ids.push(...page.items.map(({ taskId }) => taskId));
      before = page.next;
    }
    expect({ seed, round, ids: ids.sort() }).toEqual({ seed, round, ids: await seenOnBoards(person) });
    found += ids.length;
  }
  expect(found).toBeGreaterThan(0);
}
