import { setTimeout as wait } from 'node:timers/promises';
import type { OpsPage, ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { WorkspaceRoleUpdate } from '@livelane/shared/members/member.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import { call, createProject, signUp } from '../../../test-kit/team';
import { restartable } from './restartable';

const PROJECTS = 200;
const TEST_TIMEOUT_MS = 180_000;
/** Between two looks. */
const PAUSE_MS = 50;

const product = restartable();

test(
  'R1 R11 killed while projects are told of a changed role: it counts, and each of them is told once',
  async () => {
    let server = await product.start();
    const [owner, member] = [await signUp(server.url, 'Owner'), await signUp(server.url, 'Member')];
    const { token } = owner;
    const first = await createProject(server.url, owner, [member]);
    const { workspaceId } = first;
    const projects = [first];
    while (projects.length < PROJECTS) {
      const body = { name: `Project ${projects.length}`, description: 'One of many', workspaceId };
      projects.push(await call<Project>(server.url, 'POST', '/projects', { token, body }));
    }
    const updates = () =>
      call<WorkspaceRoleUpdate[]>(server.url, 'GET', `/workspaceUsers/updates/${workspaceId}`, { token });
    const body = { userId: member.user.id, roleId: 'maintainer' };

    await call(server.url, 'PUT', `/workspaceUsers/${workspaceId}`, { token, body });
    expect(await updates()).toEqual([
      { userId: member.user.id, done: expect.any(Number), total: projects.length },
    ]);
    await server.kill();
    server = await product.start();

    const last = projects.at(-1) as Project;
    const board = await call<ProjectBoard>(server.url, 'GET', `/kanban/project/${last.id}`, {
      token: member.token,
    });
    expect(board.role).toBe('maintainer');
    const left = await updates();
    expect(left).toHaveLength(1);
    expect(left[0]?.total).toBeLessThanOrEqual(projects.length);
    while ((await updates()).length > 0) await wait(PAUSE_MS);
    for (const { id } of projects) {
      const path = `/kanban/project/${id}/ops?since=0`;
      const { ops } = await call<OpsPage>(server.url, 'GET', path, { token });
      const raised = ops.filter(
        (op) =>
          (op.type === 'member.added' || op.type === 'member.roleChanged') &&
          op.patch.userId === member.user.id &&
          op.patch.roleId === 'maintainer',
      );
      expect(raised).toHaveLength(1);
    }
  },
  TEST_TIMEOUT_MS,
);
