import { effectiveProjectRole, type WorkspaceRole } from '@livelane/shared/permissions/roles';
import type { Publisher } from '../../realtime/publisher';
import type { ProjectStore, ProjectWithEntry } from '../projects/project.store';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { PendingMember } from '../workspaces/workspace.types';
import type { NoticesService } from './notices.service';
import type { RosterService } from './roster.service';

interface Dependencies {
  roster: RosterService;
  projects: ProjectStore;
  workspaces: WorkspaceStore;
  publisher: Publisher;
  notices: NoticesService;
  /** Told of a change before it is taken off the list, and again if its process dies in between. */
  onCarried: (workspaceId: string, entry: PendingMember) => Promise<void>;
}

/**
 * Carries changed workspace roles into the projects (R1, section 14): one op in each project where
 * the change makes a difference. The list of what is still to do is in the workspace document,
 * written together with the change itself, so a process that dies leaves nothing forgotten.
 */
export class PropagationService {
  constructor(private readonly deps: Dependencies) {}

  /** Does one entry of the list and takes it off. Harmless to repeat. */
  async carry(workspaceId: string, entry: PendingMember): Promise<void> {
    const { id, userId, actorId } = entry;
    await this.bringInStep(workspaceId, userId, actorId);
    await this.deps.onCarried(workspaceId, entry);
    await this.deps.workspaces.settle(workspaceId, id);
  }

  /** Brings a user's line in every project of the workspace in step with their roles now. */
  async bringInStep(workspaceId: string, userId: string, actorId: string): Promise<void> {
    const workspaceRole = (await this.deps.workspaces.ofMember(workspaceId, userId))?.role ?? null;
    const projects = await this.deps.projects.allForUser([workspaceId], userId);
    const outOfStep = projects.filter((project) => !isInStep(project, workspaceRole));
    if (!workspaceRole) {
      // R11: they leave all rooms before the first op is written, not one by one.
      for (const { id } of outOfStep) this.deps.publisher.accessRevoked(userId, { scope: 'project', id });
    }
    for (const { id } of outOfStep) {
      const op = await this.deps.roster.reconcile(id, userId, actorId);
      if (op) await this.deps.notices.projectMembership(op);
    }
  }

  /** Carries a user's new name to the boards and lists that show it. */
  async carryName(userId: string): Promise<void> {
    const workspaces = await this.deps.workspaces.allOfUser(userId);
    const ids = workspaces.map(({ id }) => id);
    for (const { id, entry } of await this.deps.projects.allForUser(ids, userId)) {
      if (entry) await this.deps.roster.announceName(id, userId);
    }
    for (const id of ids) await this.deps.notices.workspaceMemberRenamed(id);
  }

  /** Finishes what was noted before `before` and never done: its process died, or the database was away. */
  async finishLeftOver(before: Date): Promise<void> {
    for (const { _id, pending } of await this.deps.workspaces.withPendingSince(before)) {
      for (const entry of pending) await this.carry(_id, entry);
    }
  }
}

function isInStep({ entry }: ProjectWithEntry, workspaceRole: WorkspaceRole | null): boolean {
  if (!workspaceRole) return entry === null;
  return (entry?.roleId ?? null) === effectiveProjectRole(entry?.ownRoleId ?? null, workspaceRole);
}
