import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { Oplog } from '../../oplog/oplog';
import type { AccessService } from '../members/access.service';
import type { NoticesService } from '../members/notices.service';
import { newMutation } from '../members/roster.service';
import type { LeftOver } from '../members/sweep.service';
import type { ProjectStore } from './project.store';
import type { ProjectDocument } from './project.types';

/** Data of a project beside itself and its log, which is deleted with it (R24). */
export interface ProjectContents {
  removeAllOfProject(projectId: string): Promise<void>;
}

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  projects: ProjectStore;
  contents: readonly ProjectContents[];
  /** How far the log has been read, which goes after it: else it would be read from its beginning again. */
  afterLog: readonly ProjectContents[];
  notices: NoticesService;
  audit: Audit;
}

/**
 * Deletes projects: `project.deleted` is the commit point; with it the sockets get `access:revoked` and
 * leave, then the rows are deleted (SPEC.md#rights). The document itself, its ops and its head stay for a while as a
 * tombstone, so that other nodes can still notify their sockets.
 */
export class ProjectRemoval {
  constructor(private readonly deps: Dependencies) {}

  /** @throws AppError `not_found`, `forbidden` */
  async remove(userId: string, projectId: string): Promise<void> {
    await this.deps.access.requireProject(userId, projectId, 'project.delete');
    const deleted = await this.commit(projectId, userId, () =>
      this.deps.access.requireProject(userId, projectId, 'project.delete'),
    );
    if (!deleted) throw new AppError('not_found');
    await this.finish(deleted, userId);
  }

  /** Deletes a project whose workspace has been deleted, or has no room for it. Does nothing if it is deleted already. */
  async removeWithWorkspace(projectId: string, actorId: string): Promise<void> {
    const deleted = await this.commit(projectId, actorId, async () => undefined);
    if (deleted) await this.finish(deleted, actorId);
  }

  /** Projects that were deleted before `before`, of which the last rows can go. */
  async purgeable(before: Date): Promise<LeftOver[]> {
    const projectIds = await this.deps.projects.idsDeletedBefore(before);
    return projectIds.map((projectId) => ({ about: { projectId }, finish: () => this.purge(projectId) }));
  }

  private async purge(projectId: string): Promise<void> {
    await this.removeContents(projectId);
    await this.deps.oplog.removeBoard(projectId);
    for (const store of this.deps.afterLog) await store.removeAllOfProject(projectId);
    await this.deps.projects.remove(projectId);
  }

  private async commit(
    projectId: string,
    actorId: string,
    authorise: () => Promise<unknown>,
  ): Promise<ProjectDocument | null> {
    let project: ProjectDocument | null = null;
    await this.deps.oplog.commit({
      projectId,
      actorId,
      ...newMutation('project.deleted', {}),
      authorise,
      prepare: async () => {
        project = await this.deps.projects.find(projectId);
        if (!project) return null;
        const before = { name: project.name, description: project.description };
        return { type: 'project.deleted', patch: {}, before };
      },
    });
    return project;
  }

  private async finish(project: ProjectDocument, actorId: string): Promise<void> {
    const { _id: id, workspaceId } = project;
    this.deps.audit({ event: 'project.deleted', id, actorId });
    const userIds = project.members.map((entry) => entry.userId);
    this.deps.notices.projectDeleted({ id, workspaceId }, userIds);
    await this.removeContents(id);
  }

  private async removeContents(projectId: string): Promise<void> {
    for (const store of this.deps.contents) await store.removeAllOfProject(projectId);
  }
}
