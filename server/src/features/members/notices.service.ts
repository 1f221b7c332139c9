import type { EntityStale } from '@livelane/shared/realtime/messages.schema';
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
 * Notifies live clients that workspaces, projects, members or the profile which they hold are out of date
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
        this.stale([userId], 'project', op.projectId);
      } else {
        const { roleId } = op.patch;
        this.deps.publisher.push({
          kind: 'accessChanged',
          userId,
          message: { scope: 'project', id: op.projectId, roleId },
        });
      }
      this.stale([userId], 'workspace', project.workspaceId);
    }
    const others = project.members.map((entry) => entry.userId);
    this.stale(others, 'projectUsers', op.projectId);
  }

  /** After a project was deleted. */
  projectDeleted(project: { id: string; workspaceId: string }, userIds: readonly string[]): void {
    const message = { scope: 'project' as const, id: project.id };
    this.deps.publisher.push({ kind: 'projectDeleted', userIds: [...userIds], message });
    this.projectChanged(project, userIds);
  }

  /** After a project was created, deleted or renamed. */
  projectChanged(project: { id: string; workspaceId: string }, userIds: readonly string[]): void {
    this.stale(userIds, 'project', project.id);
    this.stale(userIds, 'workspace', project.workspaceId);
  }

  /** After a workspace was renamed. */
  async workspaceChanged(workspaceId: string): Promise<void> {
    const userIds = await this.memberIds(workspaceId);
    this.stale(userIds, 'workspace', workspaceId);
  }

  /** After a label was created, removed or changed. */
  async labelsChanged(workspaceId: string): Promise<void> {
    const userIds = await this.memberIds(workspaceId);
    this.stale(userIds, 'workspaceLabels', workspaceId);
  }

  /** After someone's membership of a workspace changed; `roleId` null: they are out. */
  async workspaceMembership(workspaceId: string, userId: string, roleId: string | null): Promise<void> {
    if (roleId) {
      const message = { scope: 'workspace' as const, id: workspaceId, roleId };
      this.deps.publisher.push({ kind: 'accessChanged', userId, message });
      this.stale([userId], 'workspace', workspaceId);
    } else {
      this.workspaceRevoked(userId, workspaceId);
    }
    const userIds = await this.memberIds(workspaceId);
    this.stale(userIds, 'workspaceUsers', workspaceId);
  }

  /** After a member of a workspace changed their name. */
  async workspaceMemberRenamed(workspaceId: string): Promise<void> {
    const userIds = await this.memberIds(workspaceId);
    this.stale(userIds, 'workspaceUsers', workspaceId);
  }

  /** After someone's own record changed: for their other devices. */
  profileChanged(userId: string): void {
    this.stale([userId], 'user', userId);
  }

  /** After a workspace was deleted. */
  workspaceDeleted(workspaceId: string, userIds: readonly string[]): void {
    for (const userId of userIds) this.workspaceRevoked(userId, workspaceId);
  }

  private stale(userIds: readonly string[], entity: EntityStale['entity'], id: string): void {
    this.deps.publisher.push({ kind: 'entityStale', userIds: [...userIds], message: { entity, id } });
  }

  private workspaceRevoked(userId: string, id: string): void {
    this.deps.publisher.push({ kind: 'accessRevoked', userId, message: { scope: 'workspace', id } });
  }

  private async memberIds(workspaceId: string): Promise<string[]> {
    const workspace = await this.deps.workspaces.find(workspaceId);
    return workspace?.members.map((member) => member.userId) ?? [];
  }
}
