import {
  effectiveProjectRole,
  type ProjectRole,
  type WorkspaceRole,
} from '@livelane/shared/permissions/roles';
import type { BoardFeeds } from './board.feeds';
import type { PersonalFeeds } from './personal.feeds';
import type { LiveSocket } from './realtime.types';

interface Dependencies {
  feeds: BoardFeeds;
  personal: PersonalFeeds;
  /** Removes a user's sockets from a board and notifies them. */
  revoke: (projectId: string, userId: string) => void;
}

/**
 * Applies a changed role of a workspace to the sockets of this node, in all of its projects at once: each project's op
 * may come much later, and ops committed before it must not be sent to these sockets any more (R11). Called whenever
 * this node reads the roles again: before it accepts a change by them, and before it sends ops of other nodes.
 */
export class InheritedRights {
  constructor(private readonly deps: Dependencies) {}

  /** @param byUser everyone who is in the workspace now */
  rolesRead(workspaceId: string, byUser: ReadonlyMap<string, WorkspaceRole>): void {
    const { feeds, personal, revoke } = this.deps;
    const roleOf = (userId: string, ownRoleId: ProjectRole | null): ProjectRole | null => {
      const workspaceRole = byUser.get(userId);
      return workspaceRole ? effectiveProjectRole(ownRoleId, workspaceRole) : null;
    };
    for (const projectId of feeds.ofWorkspace(workspaceId)) {
      for (const { socket, workspaceRoles } of feeds.joiningOf(projectId))
        workspaceRoles.set(workspaceId, byUser.get(socket.data.userId) ?? null);
      for (const socket of feeds.socketsIn(projectId)) this.adapt(socket, projectId, roleOf);
    }
    personal.rolesRead(workspaceId, roleOf, revoke);
  }

  /** Only losses: gained rights come with the op. */
  private adapt(
    socket: LiveSocket,
    projectId: string,
    roleOf: (userId: string, ownRoleId: ProjectRole | null) => ProjectRole | null,
  ): void {
    const { userId, boards } = socket.data;
    const board = boards.get(projectId);
    if (!board) return;
    const role = roleOf(userId, board.ownRoleId);
    if (!role) this.deps.revoke(projectId, userId);
    else if (board.role === 'owner' && role !== 'owner') this.deps.feeds.lower(projectId, socket, role);
  }
}
