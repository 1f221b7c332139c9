import {
  effectiveProjectRole,
  type ProjectRole,
  projectRoles,
  type WorkspaceRole,
  workspaceRoles,
} from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { RosterEntry } from '../projects/project.types';
import { membershipOp } from './membership.op';

const user = { id: '00000000-0000-4000-8000-000000000001', firstName: 'Ada', surname: 'Byron' };
const task: StoredTask = {
  id: '00000000-0000-4000-8000-000000000002',
  title: 'Card',
  description: '',
  projectId: '00000000-0000-4000-8000-000000000003',
  state: 'READY',
  priority: null,
  timeEstimate: null,
  timeSpent: 0,
  dueDate: null,
  assignees: [user.id],
  labels: [],
  checklist: [],
  numOfComments: 0,
  visibility: 'PUBLIC',
  rank: 'a0',
  rev: 1,
  createdBy: user.id,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
};
const at = new Date('2026-03-01T10:00:00Z');

function entry(roleId: ProjectRole, ownRoleId: ProjectRole | null): RosterEntry {
  return { userId: user.id, ownRoleId, roleId, createdAt: at, updatedAt: at };
}

function change(
  from: RosterEntry | null,
  ownRoleId: ProjectRole | null,
  workspaceRoleId: WorkspaceRole | null,
  tasks: StoredTask[] = [task],
) {
  return membershipOp({ user, entry: from, ownRoleId, workspaceRoleId, assignedTasks: async () => tasks });
}

describe('the op of a changed membership (SPEC.md#rights)', () => {
  it('adds someone with the effective role in the patch and their own in the effect', async () => {
    expect(await change(null, 'viewer', 'member')).toEqual({
      type: 'member.added',
      patch: { userId: user.id, roleId: 'viewer', firstName: 'Ada', surname: 'Byron' },
      before: { roleId: null, ownRoleId: null },
      effect: { membership: { userId: user.id, roleId: 'viewer' } },
    });
  });

  it('tells the higher, inherited role and stores the lower one of their own', async () => {
    expect(await change(entry('maintainer', null), 'viewer', 'maintainer')).toMatchObject({
      type: 'member.roleChanged',
      patch: { roleId: 'maintainer' },
      effect: { membership: { roleId: 'viewer' } },
    });
  });

  it('removes someone without any role left, with the tasks that lose them', async () => {
    expect(await change(entry('member', 'member'), null, 'member')).toEqual({
      type: 'member.removed',
      patch: { userId: user.id, unassigned: [task.id] },
      before: { roleId: 'member', ownRoleId: 'member' },
      effect: { membership: { userId: user.id, roleId: null } },
    });
  });

  it('keeps who sees the PRIVATE ones among their tasks, for the recipients of the op', async () => {
    const hidden: StoredTask = { ...task, visibility: 'PRIVATE' };
    expect(await change(entry('member', 'member'), null, 'member', [hidden])).toMatchObject({
      patch: { unassigned: [task.id] },
      effect: {
        hidden: { [task.id]: { visibility: 'PRIVATE', createdBy: user.id, assignees: [user.id] } },
      },
    });
  });

  it('ends every role of someone who has left the workspace', async () => {
    expect(await change(entry('owner', 'owner'), 'owner', null)).toMatchObject({ type: 'member.removed' });
  });

  it('keeps an heir whose own membership ends', async () => {
    expect(await change(entry('owner', 'member'), null, 'owner')).toMatchObject({
      type: 'member.roleChanged',
      patch: { roleId: 'owner' },
      effect: { membership: { roleId: null } },
    });
  });

  it('is none when the roster says it already', async () => {
    expect(await change(null, null, 'member')).toBeNull();
    expect(await change(null, null, null)).toBeNull();
    expect(await change(entry('member', 'member'), 'member', 'member')).toBeNull();
    expect(await change(entry('owner', null), null, 'owner')).toBeNull();
  });

  const owns = [null, ...projectRoles];
  const inWorkspace = [null, ...workspaceRoles];
  const cases = owns.flatMap((from) =>
    inWorkspace.flatMap((before) =>
      owns.flatMap((to) => inWorkspace.map((after) => [from, before, to, after] as const)),
    ),
  );

  it.each(cases)(
    'own %s as workspace %s becomes own %s as workspace %s: the next comparison finds nothing to do',
    async (from, before, to, after) => {
      const announced = effectiveProjectRole(before && from, before);
      const first = announced ? entry(announced, before && from) : null;
      const op = await change(first, to, after);
      const effective = effectiveProjectRole(after && to, after);
      const next = effective ? entry(effective, after && to) : null;
      if (!op) expect(next).toEqual(first);
      else if (op.type === 'member.removed') expect(effective).toBeNull();
      else expect(op.patch).toMatchObject({ roleId: effective });
      expect(await change(next, to, after)).toBeNull();
    },
  );
});
