import type { WorkspaceMember, WorkspaceRoleUpdate } from '@livelane/shared/members/member.schema';
import {
  assignableWorkspaceRoles,
  canChangeWorkspaceMember,
  canInWorkspace,
  type WorkspaceAction,
} from '@livelane/shared/permissions/permissions';
import { type Role, type WorkspaceRole, workspaceRoles } from '@livelane/shared/permissions/roles';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { WorkspaceDocument, WorkspaceMembership } from '../workspaces/workspace.types';
import type { AccessService, UserDirectory } from './access.service';
import { presentWorkspaceMembers } from './member.presenter';
import type { PropagationService } from './propagation.service';
import { usersById } from './users-by-id';
import {
  givenByPerson,
  type MembershipNews,
  memberOf,
  newPending,
  ownRoleOf,
  requireAnotherOwner,
} from './workspace-membership';

interface Dependencies {
  access: AccessService;
  workspaces: WorkspaceStore;
  users: UserDirectory;
  propagation: PropagationService;
  news: MembershipNews;
  audit: Audit;
}

type MemberAction = Extract<
  WorkspaceAction,
  'workspace.addMember' | 'workspace.changeMember' | 'workspace.leave'
>;

/** Memberships of workspaces: the rules of SPEC.md#rights, carried into the projects. */
export class WorkspaceMembersService {
  constructor(private readonly deps: Dependencies) {}

  /** @throws AppError `not_found` */
  async list(userId: string, workspaceId: string): Promise<WorkspaceMember[]> {
    await this.deps.access.requireWorkspace(userId, workspaceId, 'workspace.read');
    const workspace = await this.deps.workspaces.find(workspaceId);
    if (!workspace) throw new AppError('not_found');
    return presentWorkspaceMembers(workspace, await usersById(this.deps.users, workspace.members));
  }

  /** All workspace roles: a select must be able to show each; who may give which is `assignableWorkspaceRoles`. */
  async roles(userId: string, workspaceId: string): Promise<Role<WorkspaceRole>[]> {
    await this.deps.access.requireWorkspace(userId, workspaceId, 'workspace.read');
    return workspaceRoles.map((id) => ({ id, name: id }));
  }

  /** Changes by the caller that affect so many projects that the answer has not waited for their ops. */
  async updates(userId: string, workspaceId: string): Promise<WorkspaceRoleUpdate[]> {
    await this.deps.access.requireWorkspace(userId, workspaceId, 'workspace.read');
    const unfinished = await this.deps.workspaces.unfinished(workspaceId);
    return unfinished.flatMap(({ userId: of, actorId, progress }) =>
      actorId === userId && progress ? { userId: of, done: progress.done, total: progress.total } : [],
    );
  }

  /** @throws AppError `not_found` (also for an unknown user), `forbidden`, `already_member` */
  async add(
    actorId: string,
    workspaceId: string,
    userId: string,
    roleId: WorkspaceRole,
  ): Promise<WorkspaceMember> {
    const { role } = await this.deps.access.requireWorkspace(actorId, workspaceId, 'workspace.addMember');
    this.requireAssignable(actorId, role, workspaceId, roleId, 'workspace.addMember');
    const [user] = await this.deps.users.publicUsers([userId]);
    if (!user) throw new AppError('not_found');
    if (!(await this.deps.workspaces.ofMember(workspaceId, userId))) {
      // Leftovers of an earlier membership in projects end before a new one begins.
      await this.deps.propagation.bringInStep(workspaceId, userId, actorId);
    }
    const pending = newPending(userId, actorId, 'added', roleId);
    const workspace = await this.deps.workspaces.changeMembers(workspaceId, (current) => {
      const actorRole = this.requireRole(current, actorId, 'workspace.addMember');
      this.requireAssignable(actorId, actorRole, workspaceId, roleId, 'workspace.addMember');
      if (memberOf(current, userId)) throw new AppError('already_member');
      return { members: [...current.members, givenByPerson(userId, roleId)], pending };
    });
    this.deps.audit({
      event: 'member.added',
      scope: 'workspace',
      id: workspaceId,
      actorId,
      userId,
      roleId,
    });
    await this.deps.news.publish(workspaceId, pending, roleId);
    return this.member(workspace, userId);
  }

  /**
   * The same role that a group gave becomes one that a person gave, which is no news.
   *
   * @throws AppError `not_found`, `forbidden`, `last_owner`
   */
  async changeRole(
    actorId: string,
    workspaceId: string,
    userId: string,
    roleId: WorkspaceRole,
  ): Promise<WorkspaceMember> {
    const { role } = await this.deps.access.requireWorkspace(actorId, workspaceId, 'workspace.changeMember');
    this.requireAssignable(actorId, role, workspaceId, roleId, 'workspace.changeMember');
    const pending = newPending(userId, actorId, 'role_changed', roleId);
    let changed = false;
    const workspace = await this.deps.workspaces.changeMembers(workspaceId, (current) => {
      const actorRole = this.requireRole(current, actorId, 'workspace.changeMember');
      this.requireAssignable(actorId, actorRole, workspaceId, roleId, 'workspace.changeMember');
      const target = this.requireChangeable(current, actorId, actorRole, userId);
      if (roleId !== 'owner') requireAnotherOwner(current, target);
      changed = target.roleId !== roleId;
      if (!changed && ownRoleOf(target) === roleId) return null;
      const members = current.members.map((member) =>
        member.userId === userId ? givenByPerson(userId, roleId, member) : member,
      );
      return { members, pending: changed ? pending : null };
    });
    if (changed) {
      this.deps.audit({
        event: 'member.changed',
        scope: 'workspace',
        id: workspaceId,
        actorId,
        userId,
        roleId,
      });
      await this.deps.news.publish(workspaceId, pending, roleId);
    }
    return this.member(workspace, userId);
  }

  /**
   * Removes a member, or lets the caller leave: their memberships of the workspace's projects end with it.
   *
   * @throws AppError `not_found`, `forbidden`, `last_owner`
   */
  async remove(actorId: string, workspaceId: string, userId: string): Promise<void> {
    const action = actorId === userId ? 'workspace.leave' : 'workspace.changeMember';
    await this.deps.access.requireWorkspace(actorId, workspaceId, action);
    const pending = newPending(userId, actorId, 'removed', null);
    await this.deps.workspaces.changeMembers(workspaceId, (current) => {
      const actorRole = this.requireRole(current, actorId, action);
      const target =
        actorId === userId
          ? memberOf(current, userId)
          : this.requireChangeable(current, actorId, actorRole, userId);
      if (!target) throw new AppError('not_found');
      requireAnotherOwner(current, target);
      return { members: current.members.filter((member) => member.userId !== userId), pending };
    });
    this.deps.audit({ event: 'member.removed', scope: 'workspace', id: workspaceId, actorId, userId });
    await this.deps.news.publish(workspaceId, pending, null);
  }

  private requireRole(workspace: WorkspaceDocument, actorId: string, action: MemberAction): WorkspaceRole {
    const role = memberOf(workspace, actorId)?.roleId;
    if (!role) throw new AppError('not_found');
    if (!canInWorkspace(role, action)) this.deps.access.deny(actorId, action, workspace._id);
    return role;
  }

  private requireAssignable(
    actorId: string,
    actorRole: WorkspaceRole,
    workspaceId: string,
    roleId: WorkspaceRole,
    action: MemberAction,
  ): void {
    if (!assignableWorkspaceRoles(actorRole).includes(roleId))
      this.deps.access.deny(actorId, action, workspaceId);
  }

  private requireChangeable(
    workspace: WorkspaceDocument,
    actorId: string,
    actorRole: WorkspaceRole,
    userId: string,
  ): WorkspaceMembership {
    const target = memberOf(workspace, userId);
    if (!target) throw new AppError('not_found');
    if (!canChangeWorkspaceMember(actorRole, target.roleId)) {
      this.deps.access.deny(actorId, 'workspace.changeMember', workspace._id);
    }
    return target;
  }

  private async member(workspace: WorkspaceDocument, userId: string): Promise<WorkspaceMember> {
    const members = workspace.members.filter((member) => member.userId === userId);
    const [member] = presentWorkspaceMembers(
      { ...workspace, members },
      await usersById(this.deps.users, members),
    );
    if (!member) throw new AppError('not_found');
    return member;
  }
}
