import { reachesRole, type WorkspaceRole, workspaceRoles } from '@livelane/shared/permissions/roles';
import { AppError } from '../../http/errors';
import type { WorkspaceAdmissionService } from '../members/workspace-admission.service';
import type { UserStore } from '../users/user.store';
import type { UserDocument } from '../users/user.types';

/** A group of the provider and the role that it gives. */
interface GroupRole {
  group: string;
  workspaceId: string;
  roleId: WorkspaceRole;
}

interface Dependencies {
  mapping: readonly GroupRole[];
  users: UserStore;
  workspaceAdmission: Pick<WorkspaceAdmissionService, 'setByGroup'>;
}

/**
 * Roles that groups of the provider give (OIDC_GROUP_ROLES), applied when someone signs in. A role that a group gave
 * follows it up, down and out; any other one only rises.
 */
export class GroupRoles {
  constructor(private readonly deps: Dependencies) {}

  isMapped(groups: readonly string[]): boolean {
    return this.deps.mapping.some(({ group }) => groups.includes(group));
  }

  async follow({ _id: userId, groupRoles = [] }: UserDocument, groups: readonly string[]): Promise<void> {
    const { mapping, users } = this.deps;
    const given = new Map(groupRoles.map(({ workspaceId, roleId }) => [workspaceId, roleId]));
    const kept: Array<{ workspaceId: string; roleId: WorkspaceRole }> = [];
    for (const workspaceId of new Set([...mapping.map((each) => each.workspaceId), ...given.keys()])) {
      const wanted = highest(
        mapping
          .filter((each) => each.workspaceId === workspaceId && groups.includes(each.group))
          .map((each) => each.roleId),
      );
      const before = given.get(workspaceId) ?? null;
      if (wanted === null && before === null) continue;
      const roleId = await this.set(userId, workspaceId, before, wanted);
      if (roleId) kept.push({ workspaceId, roleId });
    }
    await users.setGroupRoles(userId, kept);
  }

  /** @returns the role that follows the group from now on; null for none */
  private async set(
    userId: string,
    workspaceId: string,
    before: WorkspaceRole | null,
    wanted: WorkspaceRole | null,
  ): Promise<WorkspaceRole | null> {
    try {
      return await this.deps.workspaceAdmission.setByGroup(userId, workspaceId, (current) => {
        const isOfGroup = current !== null && current === before;
        if (isOfGroup) return { roleId: wanted, isOfGroup: true };
        const rises = wanted !== null && (current === null || !reachesRole(current, wanted));
        return rises ? { roleId: wanted, isOfGroup: true } : { roleId: current, isOfGroup: false };
      });
    } catch (error) {
      // The last owner stays one, and a deleted workspace gives nothing.
      if (error instanceof AppError && error.code === 'last_owner') return before;
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }
}

function highest(roles: readonly WorkspaceRole[]): WorkspaceRole | null {
  return workspaceRoles.find((role) => roles.includes(role)) ?? null;
}
