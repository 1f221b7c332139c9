import type { ProjectMember, WorkspaceMember } from '@livelane/shared/members/member.schema';
import { assignableProjectRoles, canChangeProjectMember } from '@livelane/shared/permissions/permissions';
import {
  effectiveProjectRole,
  type ProjectRole,
  projectRoles,
  type Role,
  reachesRole,
} from '@livelane/shared/permissions/roles';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { ProjectStore } from '../projects/project.store';
import type { ProjectDocument, RosterEntry } from '../projects/project.types';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { AccessService, UserDirectory } from './access.service';
import { presentProjectMembers, presentWorkspaceMembers } from './member.presenter';
import type { NoticesService } from './notices.service';
import type { RosterService } from './roster.service';
import { usersById } from './users-by-id';

interface Dependencies {
  access: AccessService;
  roster: RosterService;
  projects: ProjectStore;
  workspaces: WorkspaceStore;
  users: UserDirectory;
  notices: NoticesService;
  audit: Audit;
}

/** Someone who accepts an invitation to a project. */
export interface ProjectJoining {
  projectId: string;
  userId: string;
  roleId: ProjectRole;
  invitedBy: string;
}

/** Memberships of projects: the rules of SPEC.md#rights, each change one op. */
export class ProjectMembersService {
  constructor(private readonly deps: Dependencies) {}

  /** @throws AppError `not_found` */
  async list(userId: string, projectId: string): Promise<ProjectMember[]> {
    await this.deps.access.requireProject(userId, projectId, 'project.read');
    const project = await this.project(projectId);
    return presentProjectMembers(project, await usersById(this.deps.users, project.members));
  }

  /** All project roles: a select must be able to show each; who may give which is `assignableProjectRoles`. */
  async roles(userId: string, projectId: string): Promise<Role<ProjectRole>[]> {
    await this.deps.access.requireProject(userId, projectId, 'project.read');
    return projectRoles.map((id) => ({ id, name: id }));
  }

  /** Members of the workspace who hold no role of their own in the project. */
  async eligible(userId: string, projectId: string): Promise<WorkspaceMember[]> {
    const access = await this.deps.access.requireProject(userId, projectId, 'project.read');
    const [project, workspace] = await Promise.all([
      this.project(projectId),
      this.deps.workspaces.find(access.project.workspaceId),
    ]);
    if (!workspace) throw new AppError('not_found');
    const members = workspace.members.filter((member) => !ownEntry(project, member.userId));
    return presentWorkspaceMembers({ ...workspace, members }, await usersById(this.deps.users, members));
  }

  /** @throws AppError `not_found`, `forbidden`, `not_workspace_member`, `already_member` */
  async add(actorId: string, projectId: string, userId: string, roleId: ProjectRole): Promise<ProjectMember> {
    await this.mayGive(actorId, projectId, roleId, 'project.addMember');
    const op = await this.deps.roster.setOwnRole({
      projectId,
      userId,
      actorId,
      decide: async (project) => {
        await this.mayGive(actorId, projectId, roleId, 'project.addMember');
        if (!(await this.deps.workspaces.ofMember(project.workspaceId, userId))) {
          throw new AppError('not_workspace_member');
        }
        if (ownEntry(project, userId)) throw new AppError('already_member');
        return roleId;
      },
    });
    const added = await this.project(projectId);
    if (!(await this.deps.workspaces.ofMember(added.workspaceId, userId))) {
      await this.deps.roster.reconcile(projectId, userId, actorId);
      throw new AppError('not_workspace_member');
    }
    this.deps.audit({
      event: 'member.added',
      scope: 'project',
      id: projectId,
      actorId,
      userId,
      roleId,
    });
    if (op) await this.deps.notices.projectMembership(op);
    return this.member(added, userId);
  }

  /**
   * Lets an invited member of the workspace in, as their own act: a role that is as high as the
   * promised one stays. The inviter's right is checked again for the op that is written.
   *
   * @throws AppError `invalid_link` when the inviter may not give this role any more, or the project is gone
   */
  async join({ projectId, userId, roleId, invitedBy }: ProjectJoining): Promise<void> {
    const op = await this.deps.roster.setOwnRole({
      projectId,
      userId,
      actorId: userId,
      decide: async (project) => {
        const inviter = await this.deps.access.projectOf(invitedBy, projectId);
        if (!assignableProjectRoles(inviter?.role ?? null).includes(roleId))
          throw new AppError('invalid_link');
        const own = ownEntry(project, userId)?.ownRoleId ?? null;
        const held = (await this.deps.access.projectOf(userId, projectId))?.role ?? null;
        return held && reachesRole(held, roleId) ? own : roleId;
      },
    });
    if (!op) return;
    this.deps.audit({
      event: 'member.added',
      scope: 'project',
      id: projectId,
      actorId: userId,
      userId,
      roleId,
    });
    await this.deps.notices.projectMembership(op);
  }

  /** @throws AppError `not_found`, `forbidden`, `last_owner` */
  async changeRole(
    actorId: string,
    projectId: string,
    userId: string,
    roleId: ProjectRole,
  ): Promise<ProjectMember> {
    await this.mayGive(actorId, projectId, roleId, 'project.changeMember');
    const op = await this.deps.roster.setOwnRole({
      projectId,
      userId,
      actorId,
      decide: async (project) => {
        const actorRole = await this.mayGive(actorId, projectId, roleId, 'project.changeMember');
        const entry = requireOwnEntry(project, userId);
        await this.mayChange(actorId, actorRole, project, entry);
        if (roleId !== 'owner') requireAnotherOwner(project, entry);
        return roleId;
      },
    });
    if (op) {
      this.deps.audit({
        event: 'member.changed',
        scope: 'project',
        id: projectId,
        actorId,
        userId,
        roleId,
      });
      await this.deps.notices.projectMembership(op);
    }
    return this.member(await this.project(projectId), userId);
  }

  /** Removes a member, or lets the caller leave. @throws AppError `not_found`, `forbidden`, `last_owner` */
  async remove(actorId: string, projectId: string, userId: string): Promise<void> {
    const action = actorId === userId ? 'project.leave' : 'project.changeMember';
    await this.deps.access.requireProject(actorId, projectId, action);
    const op = await this.deps.roster.setOwnRole({
      projectId,
      userId,
      actorId,
      decide: async (project) => {
        const { role } = await this.deps.access.requireProject(actorId, projectId, action);
        const entry = requireOwnEntry(project, userId);
        if (actorId !== userId) await this.mayChange(actorId, role, project, entry);
        requireAnotherOwner(project, entry);
        return null;
      },
    });
    this.deps.audit({ event: 'member.removed', scope: 'project', id: projectId, actorId, userId });
    if (op) await this.deps.notices.projectMembership(op);
  }

  private async mayGive(
    actorId: string,
    projectId: string,
    roleId: ProjectRole,
    action: 'project.addMember' | 'project.changeMember',
  ): Promise<ProjectRole> {
    const { role } = await this.deps.access.requireProject(actorId, projectId, action);
    if (!assignableProjectRoles(role).includes(roleId)) this.deps.access.deny(actorId, action, projectId);
    return role;
  }

  /** The target's rank is their effective role: a project's maintainer may not change a maintainer of the workspace. */
  private async mayChange(
    actorId: string,
    actorRole: ProjectRole,
    project: ProjectDocument,
    { userId, ownRoleId }: OwnEntry,
  ): Promise<void> {
    const workspace = await this.deps.workspaces.ofMember(project.workspaceId, userId);
    const targetRole = effectiveProjectRole(ownRoleId, workspace?.role ?? null) ?? ownRoleId;
    if (!canChangeProjectMember(actorRole, targetRole)) {
      this.deps.access.deny(actorId, 'project.changeMember', project._id);
    }
  }

  private async project(projectId: string): Promise<ProjectDocument> {
    const project = await this.deps.projects.find(projectId);
    if (!project) throw new AppError('not_found');
    return project;
  }

  private async member(project: ProjectDocument, userId: string): Promise<ProjectMember> {
    const members = project.members.filter((entry) => entry.userId === userId);
    const [member] = presentProjectMembers(
      { ...project, members },
      await usersById(this.deps.users, members),
    );
    if (!member) throw new AppError('not_found');
    return member;
  }
}

type OwnEntry = RosterEntry & { ownRoleId: ProjectRole };

function ownEntry(project: ProjectDocument, userId: string): OwnEntry | undefined {
  return project.members.find(
    (entry): entry is OwnEntry => entry.userId === userId && entry.ownRoleId !== null,
  );
}

function requireOwnEntry(project: ProjectDocument, userId: string): OwnEntry {
  const entry = ownEntry(project, userId);
  if (!entry) throw new AppError('not_found');
  return entry;
}

/** A project keeps an owner of its own, besides those who inherit the role (see DECISIONS.md). */
function requireAnotherOwner(project: ProjectDocument, leaving: OwnEntry): void {
  const owners = project.members.filter((entry) => entry.ownRoleId === 'owner');
  if (leaving.ownRoleId === 'owner' && owners.length === 1) throw new AppError('last_owner');
}
