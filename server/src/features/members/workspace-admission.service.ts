import { assignableWorkspaceRoles } from '@livelane/shared/permissions/permissions';
import { reachesRole, type WorkspaceRole } from '@livelane/shared/permissions/roles';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { PendingMember, WorkspaceMembership } from '../workspaces/workspace.types';
import type { PropagationService } from './propagation.service';
import {
  givenByPerson,
  type MembershipNews,
  memberOf,
  newPending,
  ownRoleOf,
  requireAnotherOwner,
} from './workspace-membership';

interface Dependencies {
  workspaces: WorkspaceStore;
  propagation: PropagationService;
  news: MembershipNews;
  audit: Audit;
}

/** Someone who accepts an invitation to a workspace. */
export interface WorkspaceJoining {
  workspaceId: string;
  userId: string;
  roleId: WorkspaceRole;
  invitedBy: string;
}

/** Memberships that come from outside the workspace: by an invitation, the provider's groups, or an administrator. */
export class WorkspaceAdmissionService {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Lets someone in who was invited, as their own act: a role that is as high as the promised one stays, and does not
   * fall below it when a group that gave it ends. The inviter's right is checked on the members to which the change is
   * written.
   *
   * @throws AppError `invalid_link` when the inviter may not give this role any more
   */
  async join({ workspaceId, userId, roleId, invitedBy }: WorkspaceJoining): Promise<void> {
    await this.endFormerMembership(workspaceId, userId);
    const pending = newPending(userId, userId, 'added', roleId);
    let changed = false;
    await this.deps.workspaces.changeMembers(workspaceId, (current) => {
      const inviterRole = memberOf(current, invitedBy)?.roleId ?? null;
      if (!assignableWorkspaceRoles(inviterRole).includes(roleId)) throw new AppError('invalid_link');
      const member = memberOf(current, userId);
      changed = !member || !reachesRole(member.roleId, roleId);
      const own = member && ownRoleOf(member);
      if (own && reachesRole(own, roleId)) return null;
      const others = current.members.filter((other) => other.userId !== userId);
      const isBelowGroups = member && !changed && member.roleId !== roleId;
      const joined = isBelowGroups ? { ...member, ownRole: roleId } : givenByPerson(userId, roleId, member);
      return { members: [...others, joined], pending: changed ? pending : null };
    });
    if (!changed) return;
    this.deps.audit({
      event: 'member.added',
      scope: 'workspace',
      id: workspaceId,
      actorId: userId,
      userId,
      roleId,
    });
    await this.deps.news.publish(workspaceId, pending, roleId);
  }

  /**
   * Gives someone the role of their groups at the provider, as their own act. A role that a group gave follows it up,
   * down and out, but never below the one that a person gave.
   *
   * @param groupRole the highest role of their groups there; null for none
   * @throws AppError `not_found` when the workspace is gone, `last_owner`
   */
  async setByGroup(userId: string, workspaceId: string, groupRole: WorkspaceRole | null): Promise<void> {
    const outcome: { pending: PendingMember | null; roleId: WorkspaceRole | null } = {
      pending: null,
      roleId: null,
    };
    await this.endFormerMembership(workspaceId, userId);
    await this.deps.workspaces.changeMembers(workspaceId, (workspace) => {
      outcome.pending = null;
      const target = memberOf(workspace, userId);
      const own = target ? ownRoleOf(target) : null;
      const isRaised = groupRole !== null && !(own && reachesRole(own, groupRole));
      const roleId = isRaised ? groupRole : own;
      if (roleId === (target?.roleId ?? null)) return null;
      if (target && roleId !== 'owner') requireAnotherOwner(workspace, target);
      const others = workspace.members.filter((member) => member !== target);
      const given = roleId && givenByPerson(userId, roleId, target);
      const member = given && isRaised ? { ...given, groupRole, ...(own && { ownRole: own }) } : given;
      const change = !target ? 'added' : member ? 'role_changed' : 'removed';
      outcome.roleId = roleId;
      outcome.pending = newPending(userId, userId, change, roleId);
      return { members: member ? [...others, member] : others, pending: outcome.pending };
    });
    const { pending, roleId } = outcome;
    if (!pending) return;
    const about = { scope: 'workspace', id: workspaceId, actorId: userId, userId } as const;
    if (roleId === null) this.deps.audit({ event: 'member.removed', ...about });
    else this.deps.audit({ event: 'member.changed', ...about, roleId });
    await this.deps.news.publish(workspaceId, pending, roleId);
  }

  /**
   * Marks a role that a group gave under an older version, unless it has become another one, or a person gave it since.
   *
   * @throws AppError `not_found` when the workspace is gone
   */
  async markByGroup(userId: string, workspaceId: string, roleId: WorkspaceRole): Promise<void> {
    await this.deps.workspaces.changeMembers(workspaceId, ({ members }) => {
      const isUnmarked = (member: WorkspaceMembership) =>
        member.userId === userId && member.roleId === roleId && member.groupRole === undefined;
      if (!members.some(isUnmarked)) return null;
      const marked = members.map((member) =>
        isUnmarked(member) ? { ...member, groupRole: roleId } : member,
      );
      return { members: marked, pending: null };
    });
  }

  /** Leftovers of an earlier membership in projects end before a new one begins. */
  private async endFormerMembership(workspaceId: string, userId: string): Promise<void> {
    if (!(await this.deps.workspaces.ofMember(workspaceId, userId)))
      await this.deps.propagation.bringInStep(workspaceId, userId, userId);
  }

  /**
   * Makes a member the owner of a workspace that has none who can sign in.
   *
   * @throws AppError `not_found`, `forbidden` while there is one, `not_workspace_member` also for members who cannot
   */
  async giveOwner(
    actorId: string,
    workspaceId: string,
    userId: string,
    activeAmong: (userIds: readonly string[]) => Promise<string[]>,
  ): Promise<void> {
    const pending = newPending(userId, actorId, 'role_changed', 'owner');
    for (let isGiven = false; !isGiven; ) {
      const before = await this.deps.workspaces.find(workspaceId);
      if (!before) throw new AppError('not_found');
      const active = new Set(await activeAmong(before.members.map((member) => member.userId)));
      await this.deps.workspaces.changeMembers(workspaceId, (current) => {
        // Who can sign in is known of the earlier members only: again with the present ones.
        isGiven = current.rev === before.rev;
        if (!isGiven) return null;
        const { members } = current;
        if (members.some((member) => member.roleId === 'owner' && active.has(member.userId)))
          throw new AppError('forbidden');
        const target = memberOf(current, userId);
        if (!target || !active.has(userId)) throw new AppError('not_workspace_member');
        const others = members.filter((member) => member !== target);
        return { members: [...others, givenByPerson(userId, 'owner', target)], pending };
      });
    }
    await this.deps.news.publish(workspaceId, pending, 'owner');
  }
}
