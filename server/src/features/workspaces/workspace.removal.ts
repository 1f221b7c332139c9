import type { Logger } from 'pino';
import { eachByItself } from '../../database/database-away';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { AccessService } from '../members/access.service';
import type { NoticesService } from '../members/notices.service';
import type { LeftOver } from '../members/sweep.service';
import type { ProjectRemoval } from '../projects/project.removal';
import type { ProjectStore } from '../projects/project.store';
import type { WorkspaceStore } from './workspace.store';
import type { WorkspaceDocument } from './workspace.types';

/** Data of a workspace beside itself and its projects, which is deleted with it. */
export interface WorkspaceContents {
  removeAllOfWorkspace(workspaceId: string): Promise<void>;
}

interface Dependencies {
  access: AccessService;
  workspaces: WorkspaceStore;
  projects: ProjectStore;
  projectRemoval: ProjectRemoval;
  workspaceContents: readonly WorkspaceContents[];
  notices: NoticesService;
  audit: Audit;
  log: Logger;
}

/**
 * Deletes workspaces. One write marks the workspace as deleted: from then on nobody sees it or anything
 * in it. Its projects follow one by one; the sweep finishes interrupted deletions.
 */
export class WorkspaceRemoval {
  constructor(private readonly deps: Dependencies) {}

  /** @throws AppError `not_found`, `forbidden` */
  async remove(userId: string, workspaceId: string): Promise<void> {
    await this.deps.access.requireWorkspace(userId, workspaceId, 'workspace.delete');
    const workspace = await this.deps.workspaces.markDeleted(workspaceId, userId);
    if (!workspace) throw new AppError('not_found');
    this.deps.audit({ event: 'workspace.deleted', id: workspaceId, actorId: userId });
    try {
      await this.finish(workspace);
    } catch (error) {
      this.deps.log.warn({ err: error, workspaceId }, 'workspace deletion left for later');
    }
    this.notify(workspace);
  }

  /** Deletions that began before `before` and were interrupted. */
  async leftOver(before: Date): Promise<LeftOver[]> {
    const found = await this.deps.workspaces.deletedBefore(before);
    return found.map((workspace) => ({
      about: { workspaceId: workspace._id },
      // Not while it fails: its people would hear of it at every sweep.
      finish: async () => {
        await this.finish(workspace);
        this.notify(workspace);
      },
    }));
  }

  private async finish(workspace: WorkspaceDocument): Promise<void> {
    const { _id: id, deletedBy, members } = workspace;
    const [firstMember] = members;
    const actorId = deletedBy ?? firstMember?.userId;
    if (actorId)
      await eachByItself(await this.deps.projects.idsInWorkspace(id), (projectId) =>
        this.deps.projectRemoval.removeWithWorkspace(projectId, actorId),
      );
    for (const store of this.deps.workspaceContents) await store.removeAllOfWorkspace(id);
    await this.deps.workspaces.remove(id);
  }

  private notify({ _id: id, members }: WorkspaceDocument): void {
    this.deps.notices.workspaceDeleted(
      id,
      members.map((member) => member.userId),
    );
  }
}
