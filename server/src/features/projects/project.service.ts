import { randomUUID } from 'node:crypto';
import { WORKSPACE_PROJECTS_MAX } from '@livelane/shared/http/limits';
import { effectiveProjectRole } from '@livelane/shared/permissions/roles';
import type { Project, ProjectFilterItem } from '@livelane/shared/projects/project.schema';
import { AppError } from '../../http/errors';
import type { Oplog } from '../../oplog/oplog';
import type { AccessService } from '../members/access.service';
import type { NoticesService } from '../members/notices.service';
import { newMutation, type RosterService } from '../members/roster.service';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { WorkspaceDocument } from '../workspaces/workspace.types';
import { presentProject, presentProjectFilterItem } from './project.presenter';
import type { ProjectRemoval } from './project.removal';
import type { ProjectStore } from './project.store';
import type { RosterEntry } from './project.types';

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  projects: ProjectStore;
  workspaces: WorkspaceStore;
  roster: RosterService;
  removal: ProjectRemoval;
  notices: NoticesService;
}

/** Projects as their members read and edit them. */
export class ProjectService {
  constructor(private readonly deps: Dependencies) {}

  async filter(userId: string): Promise<ProjectFilterItem[]> {
    const projects = await this.deps.access.visibleProjects(userId);
    return projects.map(presentProjectFilterItem);
  }

  /** @throws AppError `not_found` */
  async get(userId: string, projectId: string): Promise<Project> {
    const { project, role } = await this.deps.access.requireProject(userId, projectId, 'project.read');
    return presentProject({ ...project, role });
  }

  /**
   * The creator becomes the project's owner.
   * @throws AppError `not_found` for a workspace that is not the caller's, `workspace_full`
   */
  async create(
    userId: string,
    { workspaceId, name, description }: { workspaceId: string; name: string; description: string },
  ): Promise<Project> {
    await this.deps.access.requireWorkspace(userId, workspaceId, 'workspace.createProject');
    const workspace = await this.deps.workspaces.find(workspaceId);
    if (!workspace) throw new AppError('not_found');
    if ((await this.countIn(workspaceId)) >= WORKSPACE_PROJECTS_MAX) throw new AppError('workspace_full');
    const now = new Date();
    const id = randomUUID();
    const members = firstRoster(workspace, userId, now);
    await this.deps.oplog.createBoard(id);
    await this.deps.projects.insert({
      _id: id,
      workspaceId,
      name,
      description,
      members,
      rev: 0,
      createdAt: now,
      updatedAt: now,
    });
    // Of projects created at the same time, at least the last one is counted with all others. Who came first nobody knows.
    if ((await this.countIn(workspaceId)) > WORKSPACE_PROJECTS_MAX) {
      await this.deps.removal.removeWithWorkspace(id, userId);
      throw new AppError('workspace_full');
    }
    await this.catchUpWithWorkspace(id, workspace, userId);
    this.deps.notices.projectChanged(
      { id, workspaceId },
      members.map((entry) => entry.userId),
    );
    return this.get(userId, id);
  }

  /** @throws AppError `not_found`, `forbidden` */
  async update(
    userId: string,
    projectId: string,
    fields: { name: string; description: string },
  ): Promise<Project> {
    await this.deps.access.requireProject(userId, projectId, 'project.edit');
    const { op } = await this.deps.oplog.commit({
      projectId,
      actorId: userId,
      ...newMutation('project.patched', fields),
      prepare: async () => {
        const { project } = await this.deps.access.requireProject(userId, projectId, 'project.edit');
        const before = { name: project.name, description: project.description };
        if (before.name === fields.name && before.description === fields.description) return null;
        const patch = { name: fields.name, description: fields.description };
        return { type: 'project.patched', patch, before };
      },
    });
    const project = await this.deps.projects.find(projectId);
    if (op && project) {
      const readers = project.members.map((entry) => entry.userId);
      this.deps.notices.projectChanged({ id: projectId, workspaceId: project.workspaceId }, readers);
    }
    return this.get(userId, projectId);
  }

  private async countIn(workspaceId: string): Promise<number> {
    return (await this.deps.projects.idsInWorkspace(workspaceId)).length;
  }

  /** Applies workspace roles that changed while the project was being created. */
  private async catchUpWithWorkspace(
    projectId: string,
    seen: WorkspaceDocument,
    actorId: string,
  ): Promise<void> {
    const now = await this.deps.workspaces.find(seen._id);
    if (!now) {
      await this.deps.removal.removeWithWorkspace(projectId, actorId);
      throw new AppError('not_found');
    }
    if (now.rev === seen.rev) return;
    const userIds = new Set([...seen.members, ...now.members].map((member) => member.userId));
    for (const userId of userIds) await this.deps.roster.reconcile(projectId, userId, actorId);
  }
}

/** The creator as owner, and everyone who inherits a role from the workspace. */
function firstRoster(workspace: WorkspaceDocument, creatorId: string, at: Date): RosterEntry[] {
  const creator: RosterEntry = {
    userId: creatorId,
    ownRoleId: 'owner',
    roleId: 'owner',
    createdAt: at,
    updatedAt: at,
  };
  const heirs = workspace.members.flatMap(({ userId, roleId: workspaceRole }): RosterEntry[] => {
    const roleId = userId === creatorId ? null : effectiveProjectRole(null, workspaceRole);
    return roleId ? [{ userId, ownRoleId: null, roleId, createdAt: at, updatedAt: at }] : [];
  });
  return [creator, ...heirs];
}
