import { BOARD_LINES_TYPE } from '@livelane/shared/boards/board.lines';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import { createProject, createTask, type TestProject } from './factories';
import type { TestServer } from './harness';
import { onTwoNodes } from './onTwoNodes';

/** A strong ETag promises equal bytes (RFC 9110, 8.8.1), whichever node answers. */
let [a, b] = [] as unknown as [TestServer, TestServer];
let project: TestProject;
onTwoNodes((first, second) => {
  [a, b] = [first, second];
});
beforeEach(async () => {
  project = await createProject(a);
});

async function read(node: TestServer, accept: string): Promise<{ etag: string | null; text: string }> {
  const answer = await fetch(`${node.url}/v1/kanban/project/${project.id}`, {
    headers: { Authorization: `Bearer ${project.owner.token}`, Accept: accept },
  });
  return { etag: answer.headers.get('etag'), text: await answer.text() };
}

test.each(['application/json', BOARD_LINES_TYPE])(
  'the node that made the cards of a board and one that has just read them give the same bytes as %s',
  async (accept) => {
    const client = a.request(project.owner);
    // From here on the board is in the memory of the first node.
    await client.get<ProjectBoard>(`/kanban/project/${project.id}`);
    const first = await createTask(a, project, { checklist: [{ text: 'Made with the card' }] });
    const second = await createTask(a, project, { description: 'Text', timeEstimateId: 30, priority: null });
    const third = await createTask(a, project);
    await client.put(`/tasks/${second.id}`, { dueDate: '2027-01-01', timeEstimateId: 60, state: 'DONE' });
    await client.post(`/tasks/${first.id}/checklist`, { items: [{ text: 'Added' }, { text: 'Later' }] });
    await client.delete(`/tasks/${third.id}`);
    await client.post(`/tasks/${third.id}/restore`);
    await client.put(`/projects/${project.id}/columns/READY`, { wipLimit: { isHard: false, max: 5 } });
    expect(await read(b, accept)).toEqual(await read(a, accept));
  },
);
