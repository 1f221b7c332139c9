import { randomUUID } from 'node:crypto';
import type { Workspace, WorkspaceFilterItem } from '@livelane/shared/workspaces/workspace.schema';
import type { AccessService } from '../members/access.service';
import type { NoticesService } from '../members/notices.service';
import { presentWorkspace, presentWorkspaceFilterItem } from './workspace.presenter';
import type { WorkspaceOfUser, WorkspaceStore } from './workspace.store';

interface Dependencies {
  access: AccessService;
  workspaces: WorkspaceStore;
  notices: NoticesService;
}

/** Workspaces as their members read and edit them. */
export class WorkspaceService {
  constructor(private readonly deps: Dependencies) {}

  /** The caller's workspaces, each with the projects that they may see, by name. */
  async ofUser(userId: string): Promise<Workspace[]> {
    const workspaces = await this.deps.workspaces.allOfUser(userId);
    const visible = await this.deps.access.visibleProjectsIn(userId, workspaces);
    return workspaces.map((workspace) => presentWorkspace(workspace, visible));
  }

  async filter(userId: string): Promise<WorkspaceFilterItem[]> {
    const workspaces = await this.deps.workspaces.allOfUser(userId);
    return workspaces.map(presentWorkspaceFilterItem);
  }

  /** Anyone may create a workspace; its creator becomes its owner. */
  async create(userId: string, fields: { name: string; description: string }): Promise<Workspace> {
    const now = new Date();
    const id = randomUUID();
    await this.deps.workspaces.insert({
      _id: id,
      name: fields.name,
      description: fields.description,
      members: [{ userId, roleId: 'owner', createdAt: now, updatedAt: now }],
      rev: 0,
      pending: [],
      createdAt: now,
      updatedAt: now,
    });
    return presentWorkspace({ id, ...fields, createdAt: now, updatedAt: now, role: 'owner' }, []);
  }

  /** @throws AppError `not_found` */
  async get(userId: string, workspaceId: string): Promise<Workspace> {
    const { workspace } = await this.deps.access.requireWorkspace(userId, workspaceId, 'workspace.read');
    return this.present(userId, workspace);
  }

  /** The workspace around a project that the caller may see. @throws AppError `not_found` */
  async ofProject(userId: string, projectId: string): Promise<Workspace> {
    const { project } = await this.deps.access.requireProject(userId, projectId, 'project.read');
    return this.get(userId, project.workspaceId);
  }

  /** @throws AppError `not_found`, `forbidden` */
  async update(
    userId: string,
    workspaceId: string,
    fields: { name: string; description: string },
  ): Promise<Workspace> {
    const { workspace } = await this.deps.access.requireWorkspace(userId, workspaceId, 'workspace.edit');
    if (workspace.name !== fields.name || workspace.description !== fields.description) {
      await this.deps.workspaces.rename(workspaceId, fields);
      await this.deps.notices.workspaceChanged(workspaceId);
    }
    return this.get(userId, workspaceId);
  }

  private async present(userId: string, workspace: WorkspaceOfUser): Promise<Workspace> {
    return presentWorkspace(workspace, await this.deps.access.visibleProjectsIn(userId, [workspace]));
  }
}
