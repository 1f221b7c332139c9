import { taskStates } from '@livelane/shared/tasks/task.values';
import fc from 'fast-check';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  createWorkspace,
  type TestProject,
  type TestUser,
} from './factories';
import type { TestServer } from './harness';

// What happens to tasks, projects and rights of someone whose personal board is looked at.

const names = [
  ...['create', 'create', 'move', 'move', 'assign', 'hide', 'rename', 'comment'],
  ...['transfer', 'delete', 'role', 'workspace role', 'remove', 'add', 'add', 'nothing'],
] as const;
/** A step and the numbers that choose what it is about. */
export const aStep = fc.record({ name: fc.constantFrom(...names), a: fc.nat(), b: fc.nat(), c: fc.nat() });
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

/** Three projects with Bob in them; their owner takes the steps. */
export async function personalSteps(
  server: TestServer,
): Promise<{ bob: TestUser; take(step: Step): Promise<void> }> {
  const workspace = await createWorkspace(server);
  const bob = await createUser(server);
  const projects: TestProject[] = [];
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    const project = await createProject(server, { workspace, name });
    projects.push(project);
    await createMember(server, project, { user: bob });
  }
  const owner = server.request(workspace.owner);
  const tasks = [(await createTask(server, projects[0] as TestProject, { assignees: [bob.id] })).id];
  const of = <T>(list: readonly T[], choice: number) => list[choice % list.length] as T;
  const take = async ({ name, a, b, c }: Step) => {
    const [taskId, { id: projectId }] = [of(tasks, a), of(projects, b)];
    const userId = bob.id;
    if (name === 'create') {
      const assignees = of([[], [userId], [workspace.owner.id, userId]], c);
      const { body } = await owner.post<{ id: string }>('/tasks', {
        title: 'T',
        projectId,
        state: of(taskStates, a),
        assignees,
      });
      // People who are not members of a project cannot be assigned there.
      if (body.id) tasks.push(body.id);
    } else if (name === 'move')
      await owner.post('/kanban/moveTask', { taskId, state: of(taskStates, b), position: c % 4 });
    else if (name === 'assign')
      await owner.put(`/tasks/${taskId}`, { assignees: of([[], [userId], [userId]], b) });
    else if (name === 'rename') await owner.put(`/tasks/${taskId}`, { title: `T ${b}` });
    else if (name === 'comment') await owner.post(`/tasks/${taskId}/comments`, { text: `Said ${b}` });
    else if (name === 'hide')
      await owner.put(`/tasks/${taskId}`, { visibility: of(['PUBLIC', 'PRIVATE'], b) });
    else if (name === 'transfer') await owner.put(`/tasks/${taskId}`, { projectId });
    else if (name === 'delete' && c % 3 === 0) await owner.delete(`/tasks/${taskId}`);
    else if (name === 'role')
      await owner.put(`/projectUsers/${projectId}`, { userId, roleId: of(['viewer', 'member', 'owner'], c) });
    else if (name === 'workspace role')
      await owner.put(`/workspaceUsers/${workspace.id}`, {
        userId,
        roleId: of(['member', 'maintainer', 'owner'], c),
      });
    else if (name === 'remove' && c % 3 === 0) await owner.delete(`/projectUsers/${projectId}/${userId}`);
    else if (name === 'add') await owner.post(`/projectUsers/${projectId}`, { userId, roleId: 'member' });
  };
  return { bob, take };
}
