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
import { type ChangesOf, unknownChanges } from '../../database/connect';
import { RememberedReads } from '../../database/remembered-reads';
import { SharedReads } from '../../database/shared-reads';
import { AppError, isNotFound, nullIfNotFound } from '../../http/errors';
import type { Oplog } from '../../oplog/oplog';
import type { ProjectHead, ProjectRoster, ProjectStore } from '../projects/project.store';
import type { RosterEntry } from '../projects/project.types';
import type { WorkspaceOfUser, WorkspaceStore } from '../workspaces/workspace.store';
import { EarlyRights } from './early-rights';

/** Names of users, for lists and ops. Unknown ids are left out. */
export interface UserDirectory {
  publicUsers(userIds: readonly string[]): Promise<PublicUser[]>;
}

export interface ProjectAccess {
  project: ProjectHead;
  /** The caller's effective role: the higher of their own and the inherited one. */
  role: ProjectRole;
  /** Who is in the project; member ops up to its `rev` are in the role. */
  roster: ProjectRoster;
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
  /** The role of their own that their user has in it. */
  ownRoleId: ProjectRole | null;
}

/** Called for every right refused to someone who may see the object, for the audit log. */
type DeniedListener = (denied: {
  userId: string;
  action: ProjectAction | WorkspaceAction;
  id: string;
}) => void;

interface Dependencies {
  workspaces: WorkspaceStore;
  projects: ProjectStore;
  users: UserDirectory;
  oplog: Pick<Oplog, 'healOnce' | 'reportUnreadable' | 'rightsVersion'>;
  /** Saves queries of unchanged data. */
  changesOf?: ChangesOf;
  onDenied?: DeniedListener;
}

/**
 * Checks rights, read from the database at each call (SPEC.md#rights). Rights to a project
 * come from its roster and from the workspace as it is now: someone who has left the workspace is a
 * stranger at once, even while the project's `member.removed` op is still pending. A removal
 * that a dead process committed and did not apply counts, too: the board is healed first (R11).
 */
export class AccessService {
  private readonly memberLists: SharedReads<ProjectRoster, BoardMember[]>;
  private readonly visible: RememberedReads<string, readonly VisibleProject[]>;

  constructor(private readonly deps: Dependencies) {
    const { workspaces, projects, changesOf = unknownChanges } = deps;
    this.visible = new RememberedReads<string, readonly VisibleProject[]>(
      [workspaces.collectionName, projects.collectionName],
      changesOf,
      (userIds) => Promise.all(userIds.map((userId) => this.readVisibleProjects(userId))),
      { weigh: (found) => 1 + found.length },
    );
    this.memberLists = new SharedReads((rosters) => Promise.all(rosters.map((each) => this.withNames(each))));
  }

  /** @throws AppError `not_found` for an unknown or deleted project and for strangers */
  async projectAccess(userId: string, projectId: string): Promise<ProjectAccess> {
    // Before any work that only an existing project needs: its refusal must cost the same as an unknown one's.
    if (!this.isLikelyMember(userId, projectId) && !(await this.isMember(userId, projectId)))
      throw new AppError('not_found');
    return this.accessOfLikely(userId, projectId);
  }

  /** @throws AppError `not_found` as above */
  private async accessOfLikely(userId: string, projectId: string): Promise<ProjectAccess> {
    await this.deps.oplog.healOnce(projectId);
    const { projects, workspaces } = this.deps;
    // A project never leaves its workspace.
    const knownWorkspaceId = projects.lastRoster(projectId)?.workspaceId;
    const [roster, likelyRole] = await Promise.all([
      projects.roster(projectId),
      knownWorkspaceId === undefined ? null : workspaces.roleOf(knownWorkspaceId, userId),
    ]);
    if (!roster) throw new AppError('not_found');
    const { id, workspaceId, name, description } = roster;
    const workspaceRole =
      workspaceId === knownWorkspaceId ? likelyRole : await workspaces.roleOf(workspaceId, userId);
    const role = roleOf(roster.entries.get(userId), workspaceRole);
    if (!role) throw new AppError('not_found');
    return { project: { id, workspaceId, name, description }, role, roster };
  }

  /**
   * Begins to read the rights of someone who is a member as far as this process remembers; null for everyone else,
   * for whom nothing may be read yet.
   */
  early(userId: string, projectId: string): EarlyRights | null {
    if (!this.isLikelyMember(userId, projectId)) return null;
    const { oplog } = this.deps;
    return new EarlyRights(projectId, this.projectAccess(userId, projectId), () => oplog.rightsVersion);
  }

  /** The people of the roster that was read last, with their current names: a guess at who is in the project. */
  async likelyMembers(projectId: string): Promise<{ roster: ProjectRoster; members: BoardMember[] } | null> {
    const roster = this.deps.projects.lastRoster(projectId);
    return roster ? { roster, members: await this.membersOf(roster) } : null;
  }

  /** True for a member as far as this process remembers. */
  isLikelyMember(userId: string, projectId: string): boolean {
    const roster = this.deps.projects.lastRoster(projectId);
    if (!roster) return false;
    const workspaceRole = this.deps.workspaces.lastRoleOf(roster.workspaceId, userId);
    return roleOf(roster.entries.get(userId), workspaceRole) !== null;
  }

  /** Always the same two queries. */
  private async isMember(userId: string, projectId: string): Promise<boolean> {
    const found = await this.deps.projects.withEntry(projectId, userId);
    const workspace = await this.deps.workspaces.ofMember(found?.workspaceId ?? projectId, userId);
    return roleOf(found?.entry, workspace?.role ?? null) !== null;
  }

  /** The projects among these that the user is a member of: two queries, however many there are. */
  private async memberAmong(userId: string, projectIds: readonly string[]): Promise<string[]> {
    if (projectIds.length === 0) return [];
    const [found, workspaces] = await Promise.all([
      this.deps.projects.withEntries(projectIds, userId),
      this.workspacesOf(userId),
    ]);
    return found.flatMap(({ id, workspaceId, entry }) =>
      roleOf(entry, workspaces.get(workspaceId)?.role ?? null) ? [id] : [],
    );
  }

  /** The user's effective role; null without access. */
  async roleIn(userId: string, projectId: string, early?: EarlyRights | null): Promise<ProjectRole | null> {
    try {
      return (await (early?.take(projectId) ?? this.projectAccess(userId, projectId))).role;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /** @throws AppError `not_found` as above, `forbidden` when the role is too low */
  async requireProject(
    userId: string,
    projectId: string,
    action: ProjectAction,
    early?: EarlyRights | null,
  ): Promise<ProjectAccess> {
    const access = await (early?.take(projectId) ?? this.projectAccess(userId, projectId));
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

  /** All workspaces of a user, by their ids. */
  async workspacesOf(userId: string): Promise<Map<string, WorkspaceOfUser>> {
    const found = await this.deps.workspaces.allOfUser(userId);
    return new Map(found.map((workspace) => [workspace.id, workspace]));
  }

  /** A user's access to a project; null for strangers, also where there is no such project. */
  projectOf(userId: string, projectId: string): Promise<ProjectAccess | null> {
    return this.projectAccess(userId, projectId).catch(nullIfNotFound);
  }

  /**
   * The same for many projects, by their ids and without those of strangers; more of them cost no more queries. One whose
   * board cannot be read here (R22) is left out, too: it stops no other.
   */
  async projectsOf(userId: string, projectIds: Iterable<string>): Promise<Map<string, ProjectAccess>> {
    const ids = new Set(projectIds);
    const likely = [...ids].filter((id) => this.isLikelyMember(userId, id));
    for (const id of likely) ids.delete(id);
    const members = [...likely, ...(await this.memberAmong(userId, [...ids]))];
    const all = await Promise.all(members.map((id) => this.accessIfReadable(userId, id)));
    return new Map(all.flatMap((access) => (access ? [[access.project.id, access] as const] : [])));
  }

  /** The user's role in a project beside the one that is asked for; null also where its board cannot be read here. */
  async roleBeside(userId: string, projectId: string): Promise<ProjectRole | null> {
    return (await this.projectsOf(userId, [projectId])).get(projectId)?.role ?? null;
  }

  /** Null also for a board that cannot be read here. */
  private async accessIfReadable(userId: string, projectId: string): Promise<ProjectAccess | null> {
    try {
      return await this.accessOfLikely(userId, projectId);
    } catch (error) {
      if (isNotFound(error)) return null;
      this.deps.oplog.reportUnreadable(projectId, error);
      return null;
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

  /** Everyone with a right to the project, with the effective role according to its ops. */
  async projectMembers(projectId: string): Promise<BoardMember[]> {
    return (await this.memberList(projectId)).members;
  }

  /** The same with the list's version. */
  async memberList(projectId: string): Promise<MemberList> {
    const roster = await this.deps.projects.roster(projectId);
    if (!roster) return { rev: Number.POSITIVE_INFINITY, members: [] };
    return { rev: roster.rev, members: await this.membersOf(roster) };
  }

  /** The people of a roster with their current names. */
  membersOf(roster: ProjectRoster): Promise<BoardMember[]> {
    return this.memberLists.read(roster);
  }

  private async withNames(roster: ProjectRoster): Promise<BoardMember[]> {
    const users = await this.deps.users.publicUsers([...roster.entries.keys()]);
    const userById = new Map(users.map((user) => [user.id, user]));
    return [...roster.entries.values()].flatMap((entry) => {
      const user = userById.get(entry.userId);
      return user
        ? [{ id: user.id, firstName: user.firstName, surname: user.surname, roleId: entry.roleId }]
        : [];
    });
  }

  /** The projects that the user may see now, by name. */
  visibleProjects(userId: string): Promise<readonly VisibleProject[]> {
    return this.visible.read(userId);
  }

  private async readVisibleProjects(userId: string): Promise<VisibleProject[]> {
    const workspaces = await this.deps.workspaces.allOfUser(userId);
    return this.visibleProjectsIn(userId, workspaces);
  }

  /** The projects in these workspaces of the user that they may see now, by name. */
  async visibleProjectsIn(userId: string, workspaces: readonly WorkspaceOfUser[]): Promise<VisibleProject[]> {
    const roleIn = new Map(workspaces.map((workspace) => [workspace.id, workspace.role]));
    const projects = await this.deps.projects.allForUser([...roleIn.keys()], userId);
    return projects.flatMap(({ entry, ...project }) => {
      const ownRoleId = entry?.ownRoleId ?? null;
      const role = effectiveProjectRole(ownRoleId, roleIn.get(project.workspaceId) ?? null);
      return role ? [{ ...project, role, ownRoleId }] : [];
    });
  }
}

/** Someone who has left the workspace has no role in its projects, whatever their rosters say. */
function roleOf(
  entry: RosterEntry | null | undefined,
  workspaceRole: WorkspaceRole | null,
): ProjectRole | null {
  return workspaceRole && effectiveProjectRole(entry?.ownRoleId ?? null, workspaceRole);
}
