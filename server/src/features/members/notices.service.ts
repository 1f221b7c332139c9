import type { StoredOp } from '../../oplog/op.types';
import type { Publisher } from '../../realtime/publisher';
import type { ProjectStore } from '../projects/project.store';
import type { WorkspaceStore } from '../workspaces/workspace.store';

interface Dependencies {
  publisher: Publisher;
  projects: ProjectStore;
  workspaces: WorkspaceStore;
}

/**
 * Notifies live clients that workspaces, projects or members which they hold are out of date
 * (SPEC.md#push). Hints only: a client that misses one reads the present state by REST. The eviction of R11 depends
 * on the op itself.
 */
export class NoticesService {
  constructor(private readonly deps: Dependencies) {}

  /** After an op about someone's membership of a project. */
  async projectMembership(op: StoredOp): Promise<void> {
    const project = await this.deps.projects.find(op.projectId);
    if (!project) return;
    if (op.type === 'member.added' || op.type === 'member.roleChanged' || op.type === 'member.removed') {
      const { userId } = op.patch;
      if (op.type === 'member.removed') {
        this.deps.publisher.entityStale([userId], { entity: 'project', id: op.projectId });
      } else {
        const { roleId } = op.patch;
        this.deps.publisher.accessChanged(userId, { scope: 'project', id: op.projectId, roleId });
      }
      this.deps.publisher.entityStale([userId], { entity: 'workspace', id: project.workspaceId });
    }
    const others = project.members.map((entry) => entry.userId);
    this.deps.publisher.entityStale(others, { entity: 'projectUsers', id: op.projectId });
  }

  /** After a project was created, deleted or renamed. */
  projectChanged(project: { id: string; workspaceId: string }, userIds: readonly string[]): void {
    this.deps.publisher.entityStale([...userIds], { entity: 'project', id: project.id });
    this.deps.publisher.entityStale([...userIds], { entity: 'workspace', id: project.workspaceId });
  }

  /** After a workspace was renamed. */
  async workspaceChanged(workspaceId: string): Promise<void> {
    const userIds = await this.memberIds(workspaceId);
    this.deps.publisher.entityStale(userIds, { entity: 'workspace', id: workspaceId });
  }

  /** After a label was created, removed or changed. */
  async labelsChanged(workspaceId: string): Promise<void> {
    const userIds = await this.memberIds(workspaceId);
    this.deps.publisher.entityStale(userIds, { entity: 'workspaceLabels', id: workspaceId });
  }

  /** After someone's membership of a workspace changed; `roleId` null: they are out. */
  async workspaceMembership(workspaceId: string, userId: string, roleId: string | null): Promise<void> {
    if (roleId) {
      this.deps.publisher.accessChanged(userId, { scope: 'workspace', id: workspaceId, roleId });
      this.deps.publisher.entityStale([userId], { entity: 'workspace', id: workspaceId });
    } else {
      this.deps.publisher.accessRevoked(userId, { scope: 'workspace', id: workspaceId });
    }
    const userIds = await this.memberIds(workspaceId);
    this.deps.publisher.entityStale(userIds, { entity: 'workspaceUsers', id: workspaceId });
  }

  /** After a member of a workspace changed their name. */
  async workspaceMemberRenamed(workspaceId: string): Promise<void> {
    const userIds = await this.memberIds(workspaceId);
    this.deps.publisher.entityStale(userIds, { entity: 'workspaceUsers', id: workspaceId });
  }

  /** After a workspace was deleted. */
  workspaceDeleted(workspaceId: string, userIds: readonly string[]): void {
    for (const userId of userIds)
      this.deps.publisher.accessRevoked(userId, { scope: 'workspace', id: workspaceId });
  }

  private async memberIds(workspaceId: string): Promise<string[]> {
    const workspace = await this.deps.workspaces.find(workspaceId);
    return workspace?.members.map((member) => member.userId) ?? [];
  }
}
