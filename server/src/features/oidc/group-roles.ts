import { reachesRole, type WorkspaceRole } from '@livelane/shared/permissions/roles';
import { AppError, ignoreNotFound } from '../../http/errors';
import type { WorkspaceAdmissionService } from '../members/workspace-admission.service';
import type { UserStore } from '../users/user.store';
import type { UserDocument } from '../users/user.types';
import type { WorkspaceStore } from '../workspaces/workspace.store';

/** A group of the provider and the role that it gives. */
interface GroupRole {
  group: string;
  workspaceId: string;
  roleId: WorkspaceRole;
}

interface Dependencies {
  mapping: readonly GroupRole[];
  users: Pick<UserStore, 'forgetGroupRoles'>;
  workspaces: Pick<WorkspaceStore, 'givenByGroup'>;
  workspaceAdmission: Pick<WorkspaceAdmissionService, 'setByGroup' | 'markByGroup'>;
}

/** Roles that groups of the provider give (OIDC_GROUP_ROLES), applied when someone signs in. */
export class GroupRoles {
  constructor(private readonly deps: Dependencies) {}

  isMapped(groups: readonly string[]): boolean {
    return this.deps.mapping.some(({ group }) => groups.includes(group));
  }

  async follow(user: UserDocument, groups: readonly string[]): Promise<void> {
    const { mapping, workspaces, workspaceAdmission } = this.deps;
    const { _id: userId } = user;
    await this.markOlder(user);
    const wanted = new Map<string, WorkspaceRole | null>();
    for (const workspaceId of await workspaces.givenByGroup(userId)) wanted.set(workspaceId, null);
    for (const { group, workspaceId, roleId } of mapping)
      if (groups.includes(group)) wanted.set(workspaceId, higher(roleId, wanted.get(workspaceId)));
    for (const [workspaceId, roleId] of wanted)
      await workspaceAdmission.setByGroup(userId, workspaceId, roleId).catch(ignoreExceptions);
  }

  /** An older version noted with the user which roles their groups gave. */
  private async markOlder({ _id: userId, groupRoles }: UserDocument): Promise<void> {
    if (!groupRoles) return;
    for (const { workspaceId, roleId } of groupRoles)
      await this.deps.workspaceAdmission.markByGroup(userId, workspaceId, roleId).catch(ignoreNotFound);
    await this.deps.users.forgetGroupRoles(userId);
  }
}

/** The last owner stays one, and a deleted workspace gives nothing. */
function ignoreExceptions(error: unknown): void {
  if (!(error instanceof AppError && (error.code === 'last_owner' || error.code === 'not_found')))
    throw error;
}

function higher(role: WorkspaceRole, other: WorkspaceRole | null = null): WorkspaceRole {
  return other && reachesRole(other, role) ? other : role;
}
