import { canInProject } from '@livelane/shared/permissions/permissions';
import {
  effectiveProjectRole,
  type ProjectRole,
  type WorkspaceRole,
} from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import type { MembershipEffect } from '../../oplog/op.effects';
import type { PreparedOp } from '../../oplog/op.types';
import type { RosterEntry } from '../projects/project.types';
import { hiddenEffect } from '../tasks/task.ops';

interface MembershipChange {
  user: PublicUser;
  /** The user's present entry on the roster. */
  entry: RosterEntry | null;
  /** The role of their own that they are to have in the project. */
  ownRoleId: ProjectRole | null;
  /** Their role in the workspace now: without one, no role in the project counts. */
  workspaceRoleId: WorkspaceRole | null;
  /** Tasks that lose them as an assignee, read only when they lose their right. */
  assignedTasks: () => Promise<StoredTask[]>;
}

/**
 * The op that brings the roster's entry of one user in line with their roles now, or null when it
 * is already. Comparing with the announced role, and not with the requested one, makes it
 * safe to run again: by another node, after a crash, in any order.
 */
export async function membershipOp(change: MembershipChange): Promise<PreparedOp | null> {
  const { user, entry, workspaceRoleId } = change;
  const ownRoleId = workspaceRoleId ? change.ownRoleId : null;
  const effective = effectiveProjectRole(ownRoleId, workspaceRoleId);
  const announced = entry?.roleId ?? null;
  if (announced === effective && (entry?.ownRoleId ?? null) === ownRoleId) return null;

  const before = { roleId: announced, ownRoleId: entry?.ownRoleId ?? null };
  const effect: MembershipEffect = { membership: { userId: user.id, roleId: ownRoleId } };
  if (!effective) {
    const tasks = await change.assignedTasks();
    const patch = { userId: user.id, unassigned: tasks.map((task) => task.id) };
    if (!workspaceRoleId) effect.membership.hasLeftWorkspace = true;
    return { type: 'member.removed', patch, before, effect: { ...effect, ...hiddenEffect(tasks) } };
  }
  const { id: userId, firstName, surname } = user;
  const patch = { userId, roleId: effective, firstName, surname };
  if (!announced) return { type: 'member.added', patch, before, effect };
  const loses = canInProject(announced, 'task.beAssigned') && !canInProject(effective, 'task.beAssigned');
  const tasks = loses ? await change.assignedTasks() : [];
  if (tasks.length === 0) return { type: 'member.roleChanged', patch, before, effect };
  const unassigned = tasks.map((task) => task.id);
  return {
    type: 'member.roleChanged',
    patch: { ...patch, unassigned },
    before,
    effect: { ...effect, ...hiddenEffect(tasks) },
  };
}

/** The op with a member's new name: without it, clients that hold the board's version would keep the old name. */
export function renamingOp(
  { id: userId, firstName, surname }: PublicUser,
  { roleId, ownRoleId }: RosterEntry,
): PreparedOp {
  const effect: MembershipEffect = { membership: { userId, roleId: ownRoleId } };
  const patch = { userId, roleId, firstName, surname };
  return { type: 'member.roleChanged', patch, before: { roleId, ownRoleId }, effect };
}
