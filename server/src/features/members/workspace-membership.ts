import { randomUUID } from 'node:crypto';
import type { WorkspaceRole } from '@livelane/shared/permissions/roles';
import type { Logger } from 'pino';
import { AppError } from '../../http/errors';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { PendingMember, WorkspaceDocument, WorkspaceMembership } from '../workspaces/workspace.types';
import type { NoticesService } from './notices.service';
import type { PropagationService } from './propagation.service';

interface Dependencies {
  workspaces: Pick<WorkspaceStore, 'readRoles'>;
  propagation: PropagationService;
  notices: NoticesService;
  log: Logger;
}

/** Carries a stored change of a workspace's membership into its projects, and notifies the affected people. */
export class MembershipNews {
  constructor(private readonly deps: Dependencies) {}

  /** From here on the change is stored: failures are made good later and fail no request. */
  async publish(workspaceId: string, pending: PendingMember, roleId: WorkspaceRole | null): Promise<void> {
    try {
      // The sockets of this node have the new rights before the answer (R11); other nodes' before they get anything
      // later.
      await this.deps.workspaces.readRoles([workspaceId]);
      await this.deps.notices.workspaceMembership(workspaceId, pending.userId, roleId);
      await this.deps.propagation.carry(workspaceId, pending);
    } catch (error) {
      this.deps.log.warn(
        { err: error, workspaceId, pendingId: pending.id },
        'workspace change left for later',
      );
    }
  }
}

/** A member of a workspace as it was read. */
export function memberOf(workspace: WorkspaceDocument, userId: string): WorkspaceMembership | undefined {
  return workspace.members.find((member) => member.userId === userId);
}

/** The role that a member has without the groups of the provider; null for none. */
export function ownRoleOf({ roleId, groupRole, ownRole }: WorkspaceMembership): WorkspaceRole | null {
  return groupRole === roleId ? (ownRole ?? null) : roleId;
}

/** The membership of someone to whom a person gives this role. */
export function givenByPerson(
  userId: string,
  roleId: WorkspaceRole,
  former?: WorkspaceMembership,
): WorkspaceMembership {
  const now = new Date();
  return { userId, roleId, groupRole: null, createdAt: former?.createdAt ?? now, updatedAt: now };
}

/** The change of a membership, to this role or to none, that is still to be carried into the projects. */
export function newPending(
  userId: string,
  actorId: string,
  change: NonNullable<PendingMember['change']>,
  roleId: WorkspaceRole | null,
): PendingMember {
  return { id: randomUUID(), userId, actorId, change, ...(roleId && { roleId }), at: new Date() };
}

/** @throws AppError `last_owner` when nobody would own the workspace without this member */
export function requireAnotherOwner(workspace: WorkspaceDocument, leaving: WorkspaceMembership): void {
  const owners = workspace.members.filter((member) => member.roleId === 'owner');
  if (leaving.roleId === 'owner' && owners.length === 1) throw new AppError('last_owner');
}
