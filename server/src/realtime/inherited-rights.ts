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
  /** Takes a board from a user's sockets and tells them. */
  revoke: (projectId: string, userId: string) => void;
}

/**
 * Puts a changed role of a workspace into effect for the sockets of this node, in all of its projects at once: the ops that say
 * so in each project may come much later, and what is committed before them is not for these eyes any more (R11). It is told
 * whenever this node reads the roles anew: before it accepts a change by them, and before it sends what other nodes committed.
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

  /** What is gained comes with the op. */
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
