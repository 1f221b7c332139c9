import type { BoardMember } from '@livelane/shared/boards/board.schema';
import {
  canInProject,
  canInWorkspace,
  type ProjectAction,
  type WorkspaceAction,
} from '@livelane/shared/permissions/permissions';
import {
  effectiveProjectRole,
  type ProjectRole,
  type WorkspaceRole,
} from '@livelane/shared/permissions/roles';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import { SharedReads } from '../../database/shared.reads';
import { AppError, isNotFound } from '../../http/errors';
import type { Oplog } from '../../oplog/oplog';
import type { ProjectHead, ProjectStore } from '../projects/project.store';
import type { WorkspaceOfUser, WorkspaceStore } from '../workspaces/workspace.store';

/** Names of users, for lists and ops. Unknown ids are left out. */
export interface UserDirectory {
  publicUsers(userIds: readonly string[]): Promise<PublicUser[]>;
}

export interface ProjectAccess {
  project: ProjectHead;
  /** The caller's effective role: the higher of their own and the inherited one. */
  role: ProjectRole;
  /** Member ops up to this version are in the role. */
  rev: number;
}

export interface WorkspaceAccess {
  workspace: WorkspaceOfUser;
  role: WorkspaceRole;
}

/** Who is in a project. */
export interface MemberList {
  /** Member ops up to this version are in the list; infinite for a project that is gone. */
  rev: number;
  members: BoardMember[];
}

export interface VisibleProject extends ProjectHead {
  role: ProjectRole;
}

/** Told of every refusal of a right to somebody who may see the object, for the audit log. */
export type DeniedListener = (denied: {
  userId: string;
  action: ProjectAction | WorkspaceAction;
  id: string;
}) => void;

interface Dependencies {
  workspaces: WorkspaceStore;
  projects: ProjectStore;
  users: UserDirectory;
  oplog: Pick<Oplog, 'healOnce'>;
  onDenied?: DeniedListener;
}

/**
 * Who may do what, read from the database at each call (SPEC.md#rights). Rights to a project
 * come from its roster and from the workspace as it is now: whoever has left the workspace is a
 * stranger at once, even while the project's `member.removed` op is still on its way. And a removal
 * that a dead process committed and did not apply counts: the board is healed first (R11).
 */
export class AccessService {
  private readonly memberLists: SharedReads<string, MemberList>;

  constructor(private readonly deps: Dependencies) {
    this.memberLists = new SharedReads((ids) => Promise.all(ids.map((id) => this.readMembers(id))));
  }

  /** @throws AppError `not_found` for an unknown or deleted project and for strangers */
  async projectAccess(userId: string, projectId: string): Promise<ProjectAccess> {
    await this.deps.oplog.healOnce(projectId);
    const { projects, workspaces } = this.deps;
    // Also for an unknown project: the time that it takes must not tell it from a foreign one.
    const likelyWorkspaceId = projects.knownWorkspaceOf(projectId) ?? projectId;
    const [found, likelyRole] = await Promise.all([
      projects.roster(projectId),
      workspaces.roleOf(likelyWorkspaceId, userId),
    ]);
    const workspaceId = found?.workspaceId ?? likelyWorkspaceId;
    const workspaceRole =
      workspaceId === likelyWorkspaceId ? likelyRole : await workspaces.roleOf(workspaceId, userId);
    const ownRoleId = found?.entries.get(userId)?.ownRoleId ?? null;
    const role = workspaceRole && effectiveProjectRole(ownRoleId, workspaceRole);
    if (!found || !role) throw new AppError('not_found');
    const { id, name, description } = found;
    return { project: { id, workspaceId, name, description }, role, rev: found.rev };
  }

  /** The user's effective role; null where there is no project for them. */
  async roleIn(userId: string, projectId: string): Promise<ProjectRole | null> {
    try {
      return (await this.projectAccess(userId, projectId)).role;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /** @throws AppError `not_found` as above, `forbidden` when the role is too low */
  async requireProject(userId: string, projectId: string, action: ProjectAction): Promise<ProjectAccess> {
    const access = await this.projectAccess(userId, projectId);
    if (!canInProject(access.role, action)) this.deny(userId, action, projectId);
    return access;
  }

  /** @throws AppError `not_found` for unknown, deleted or foreign workspaces, `forbidden` when the role is too low */
  async requireWorkspace(
    userId: string,
    workspaceId: string,
    action: WorkspaceAction,
  ): Promise<WorkspaceAccess> {
    const workspace = await this.deps.workspaces.ofMember(workspaceId, userId);
    if (!workspace) throw new AppError('not_found');
    if (!canInWorkspace(workspace.role, action)) this.deny(userId, action, workspaceId);
    return { workspace, role: workspace.role };
  }

  /** A user's membership of a workspace; null for strangers, also where there is no such workspace. */
  async workspaceOf(userId: string, workspaceId: string): Promise<WorkspaceAccess | null> {
    const workspace = await this.deps.workspaces.ofMember(workspaceId, userId);
    return workspace && { workspace, role: workspace.role };
  }

  /** A user's access to a project; null for strangers, also where there is no such project. */
  async projectOf(userId: string, projectId: string): Promise<ProjectAccess | null> {
    try {
      return await this.projectAccess(userId, projectId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }

  /** Reports a refusal to the audit log and refuses. */
  deny(userId: string, action: ProjectAction | WorkspaceAction, id: string): never {
    this.deps.onDenied?.({ userId, action, id });
    throw new AppError('forbidden');
  }

  /** True for a project that has not been deleted. */
  async exists(projectId: string): Promise<boolean> {
    return (await this.deps.projects.roster(projectId)) !== null;
  }

  /** Everybody with a right to the project, with the effective role, as its ops tell it. */
  async projectMembers(projectId: string): Promise<BoardMember[]> {
    return (await this.memberList(projectId)).members;
  }

  /** The same with the version that the list is of. */
  memberList(projectId: string): Promise<MemberList> {
    return this.memberLists.read(projectId);
  }

  private async readMembers(projectId: string): Promise<MemberList> {
    const project = await this.deps.projects.roster(projectId);
    if (!project) return { rev: Number.POSITIVE_INFINITY, members: [] };
    const users = await this.deps.users.publicUsers([...project.entries.keys()]);
    const userById = new Map(users.map((user) => [user.id, user]));
    const members = [...project.entries.values()].flatMap((entry) => {
      const user = userById.get(entry.userId);
      return user
        ? [{ id: user.id, firstName: user.firstName, surname: user.surname, roleId: entry.roleId }]
        : [];
    });
    return { rev: project.rev, members };
  }

  /** The projects that the user may see now, by name. */
  async visibleProjects(userId: string): Promise<VisibleProject[]> {
    const workspaces = await this.deps.workspaces.allOfUser(userId);
    return this.visibleProjectsIn(userId, workspaces);
  }

  /** The projects in these workspaces of the user that they may see now, by name. */
  async visibleProjectsIn(userId: string, workspaces: readonly WorkspaceOfUser[]): Promise<VisibleProject[]> {
    const roleIn = new Map(workspaces.map((workspace) => [workspace.id, workspace.role]));
    const projects = await this.deps.projects.allForUser([...roleIn.keys()], userId);
    return projects.flatMap(({ entry, ...project }) => {
      const role = effectiveProjectRole(entry?.ownRoleId ?? null, roleIn.get(project.workspaceId) ?? null);
      return role ? [{ ...project, role }] : [];
    });
  }
}
