import { randomUUID } from 'node:crypto';
import type { WorkspaceMember } from '@livelane/shared/members/member.schema';
import {
  assignableWorkspaceRoles,
  canChangeWorkspaceMember,
  canInWorkspace,
  type WorkspaceAction,
} from '@livelane/shared/permissions/permissions';
import {
  type Role,
  reachesRole,
  type WorkspaceRole,
  workspaceRoles,
} from '@livelane/shared/permissions/roles';
import type { Logger } from 'pino';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { PendingMember, WorkspaceDocument, WorkspaceMembership } from '../workspaces/workspace.types';
import type { AccessService, UserDirectory } from './access.service';
import { presentWorkspaceMembers } from './member.presenter';
import type { NoticesService } from './notices.service';
import type { PropagationService } from './propagation.service';
import { usersById } from './users-by-id';

interface Dependencies {
  access: AccessService;
  workspaces: WorkspaceStore;
  users: UserDirectory;
  propagation: PropagationService;
  notices: NoticesService;
  audit: Audit;
  log: Logger;
}

type MemberAction = Extract<
  WorkspaceAction,
  'workspace.addMember' | 'workspace.changeMember' | 'workspace.leave'
>;

/** Somebody who joins what they were invited to. */
export interface WorkspaceJoining {
  workspaceId: string;
  userId: string;
  roleId: WorkspaceRole;
  invitedBy: string;
}

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
      // What an earlier membership may have left in a project ends before a new one begins.
      await this.deps.propagation.bringInStep(workspaceId, userId, actorId);
    }
    const pending = newPending(userId, actorId, 'added');
    const workspace = await this.deps.workspaces.changeMembers(workspaceId, (current) => {
      const actorRole = this.requireRole(current, actorId, 'workspace.addMember');
      this.requireAssignable(actorId, actorRole, workspaceId, roleId, 'workspace.addMember');
      if (find(current, userId)) throw new AppError('already_member');
      const now = new Date();
      const added = { userId, roleId, createdAt: now, updatedAt: now };
      return { members: [...current.members, added], pending };
    });
    this.deps.audit({
      event: 'member.added',
      scope: 'workspace',
      id: workspaceId,
      actorId,
      userId,
      roleId,
    });
    await this.tell(workspaceId, pending, roleId);
    return this.member(workspace, userId);
  }

  /**
   * Lets somebody in who was invited, as an act of their own: a role that is as high as the promised
   * one stays. The inviter's right is judged by the members that the change is written onto.
   *
   * @throws AppError `invalid_link` when the inviter may not give this role any more
   */
  async join({ workspaceId, userId, roleId, invitedBy }: WorkspaceJoining): Promise<void> {
    if (!(await this.deps.workspaces.ofMember(workspaceId, userId))) {
      // What an earlier membership may have left in a project ends before a new one begins.
      await this.deps.propagation.bringInStep(workspaceId, userId, userId);
    }
    const pending = newPending(userId, userId, 'added');
    let changed = false;
    await this.deps.workspaces.changeMembers(workspaceId, (current) => {
      const inviterRole = find(current, invitedBy)?.roleId ?? null;
      if (!assignableWorkspaceRoles(inviterRole).includes(roleId)) throw new AppError('invalid_link');
      const member = find(current, userId);
      changed = !member || !reachesRole(member.roleId, roleId);
      if (!changed) return null;
      const now = new Date();
      const others = current.members.filter((other) => other.userId !== userId);
      const joined = { userId, roleId, createdAt: member?.createdAt ?? now, updatedAt: now };
      return { members: [...others, joined], pending };
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
    await this.tell(workspaceId, pending, roleId);
  }

  /** @throws AppError `not_found`, `forbidden`, `last_owner` */
  async changeRole(
    actorId: string,
    workspaceId: string,
    userId: string,
    roleId: WorkspaceRole,
  ): Promise<WorkspaceMember> {
    const { role } = await this.deps.access.requireWorkspace(actorId, workspaceId, 'workspace.changeMember');
    this.requireAssignable(actorId, role, workspaceId, roleId, 'workspace.changeMember');
    const pending = newPending(userId, actorId, 'role_changed');
    let changed = false;
    const workspace = await this.deps.workspaces.changeMembers(workspaceId, (current) => {
      const actorRole = this.requireRole(current, actorId, 'workspace.changeMember');
      this.requireAssignable(actorId, actorRole, workspaceId, roleId, 'workspace.changeMember');
      const target = this.requireChangeable(current, actorId, actorRole, userId);
      if (roleId !== 'owner') requireAnotherOwner(current, target);
      changed = target.roleId !== roleId;
      if (!changed) return null;
      const members = current.members.map((member) =>
        member.userId === userId ? { ...member, roleId, updatedAt: new Date() } : member,
      );
      return { members, pending };
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
      await this.tell(workspaceId, pending, roleId);
    }
    return this.member(workspace, userId);
  }

  /**
   * Gives somebody the role that their groups at the provider say, as an act of their own.
   *
   * @returns the role that is the groups' from now on; null for none
   * @throws AppError `not_found` when the workspace is gone, `last_owner`
   */
  async setByGroup(
    userId: string,
    workspaceId: string,
    decide: (current: WorkspaceRole | null) => { roleId: WorkspaceRole | null; isOfGroup: boolean },
  ): Promise<WorkspaceRole | null> {
    const outcome: { roleId: WorkspaceRole | null; isOfGroup: boolean; pending: PendingMember | null } = {
      roleId: null,
      isOfGroup: false,
      pending: null,
    };
    await this.deps.workspaces.changeMembers(workspaceId, (workspace) => {
      const target = find(workspace, userId);
      const { roleId, isOfGroup } = decide(target?.roleId ?? null);
      Object.assign(outcome, { roleId, isOfGroup, pending: null });
      if (roleId === (target?.roleId ?? null)) return null;
      if (target && roleId !== 'owner') requireAnotherOwner(workspace, target);
      const others = workspace.members.filter((member) => member !== target);
      const now = new Date();
      const member = roleId && { userId, roleId, createdAt: target?.createdAt ?? now, updatedAt: now };
      const change = !target ? 'added' : member ? 'role_changed' : 'removed';
      outcome.pending = newPending(userId, userId, change);
      return { members: member ? [...others, member] : others, pending: outcome.pending };
    });
    if (outcome.pending) {
      const about = { scope: 'workspace', id: workspaceId, actorId: userId, userId } as const;
      if (outcome.roleId === null) this.deps.audit({ event: 'member.removed', ...about });
      else this.deps.audit({ event: 'member.changed', ...about, roleId: outcome.roleId });
      await this.tell(workspaceId, outcome.pending, outcome.roleId);
    }
    return outcome.isOfGroup ? outcome.roleId : null;
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
    const before = await this.deps.workspaces.find(workspaceId);
    if (!before) throw new AppError('not_found');
    const active = new Set(await activeAmong(before.members.map((member) => member.userId)));
    const pending = newPending(userId, actorId, 'role_changed');
    await this.deps.workspaces.changeMembers(workspaceId, (current) => {
      // Who can sign in was asked of the members as they were: of others it is not known.
      if (current.rev !== before.rev) throw new AppError('busy');
      const { members } = current;
      if (members.some((member) => member.roleId === 'owner' && active.has(member.userId)))
        throw new AppError('forbidden');
      const target = find(current, userId);
      if (!target || !active.has(userId)) throw new AppError('not_workspace_member');
      const owner = { ...target, roleId: 'owner' as const, updatedAt: new Date() };
      return { members: [...members.filter((member) => member !== target), owner], pending };
    });
    await this.tell(workspaceId, pending, 'owner');
  }

  /**
   * Removes a member, or lets the caller leave: their memberships of the workspace's projects end with it.
   *
   * @throws AppError `not_found`, `forbidden`, `last_owner`
   */
  async remove(actorId: string, workspaceId: string, userId: string): Promise<void> {
    const action = actorId === userId ? 'workspace.leave' : 'workspace.changeMember';
    await this.deps.access.requireWorkspace(actorId, workspaceId, action);
    const pending = newPending(userId, actorId, 'removed');
    await this.deps.workspaces.changeMembers(workspaceId, (current) => {
      const actorRole = this.requireRole(current, actorId, action);
      const target =
        actorId === userId
          ? find(current, userId)
          : this.requireChangeable(current, actorId, actorRole, userId);
      if (!target) throw new AppError('not_found');
      requireAnotherOwner(current, target);
      return { members: current.members.filter((member) => member.userId !== userId), pending };
    });
    this.deps.audit({ event: 'member.removed', scope: 'workspace', id: workspaceId, actorId, userId });
    await this.tell(workspaceId, pending, null);
  }

  /** From here on the change is stored: what fails now is finished later and fails no request. */
  private async tell(
    workspaceId: string,
    pending: PendingMember,
    roleId: WorkspaceRole | null,
  ): Promise<void> {
    try {
      await this.deps.propagation.carry(workspaceId, pending);
      await this.deps.notices.workspaceMembership(workspaceId, pending.userId, roleId);
    } catch (error) {
      this.deps.log.warn(
        { err: error, workspaceId, pendingId: pending.id },
        'workspace change left for later',
      );
    }
  }

  private requireRole(workspace: WorkspaceDocument, actorId: string, action: MemberAction): WorkspaceRole {
    const role = find(workspace, actorId)?.roleId;
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
    const target = find(workspace, userId);
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

function find(workspace: WorkspaceDocument, userId: string): WorkspaceMembership | undefined {
  return workspace.members.find((member) => member.userId === userId);
}

function newPending(
  userId: string,
  actorId: string,
  change: NonNullable<PendingMember['change']>,
): PendingMember {
  return { id: randomUUID(), userId, actorId, change, at: new Date() };
}

function requireAnotherOwner(workspace: WorkspaceDocument, leaving: WorkspaceMembership): void {
  const owners = workspace.members.filter((member) => member.roleId === 'owner');
  if (leaving.roleId === 'owner' && owners.length === 1) throw new AppError('last_owner');
}
